#!/bin/bash
# verify.sh DATABASE PAWLCTL PAWL: verify names each row and object that somebody has spoilt, and repair does what is
# safe and nothing else.
set -u
# shellcheck source=support.sh
. "$(dirname "$0")/support.sh"

answers 0 "created" apply "$payment"
kinds="legal move gap backwards chain lost foreign head_state head_sort_key head_since no_history no_head state event
    no_creation second_creation orphan request1"
for id in $kinds; do
    sql "insert into payments values ('$id')"
    "$pawlctl" fire payment "$id" create amount=1000 currency=EUR >/dev/null &&
        "$pawlctl" fire payment "$id" submit submission_id=S --request-id=r1 >/dev/null || fail "cannot move $id"
done
answers 0 "payment: 18 entities, 36 transitions, 0 problems" verify
if [ "$database" = postgres ]; then
    grep -q "postgres is a superuser" "$scratch/err" || fail "no warning that nothing is refused to the login"
    sql "grant pawl_app to ${name}_plain; grant select on payments to ${name}_plain"
    "$pawlctl" verify --db="$PAWL_DB user=${name}_plain" >"$scratch/out" 2>&1 || fail "a plain login cannot verify"
    ! grep -q warning "$scratch/out" || fail "a plain login is warned of: $(cat "$scratch/out")"
    sql "grant pawl_owner to ${name}_plain"
    "$pawlctl" verify --db="$PAWL_DB user=${name}_plain" 2>&1 | grep -q "${name}_plain is a member of pawl_owner" ||
        fail "no warning of a member of pawl_owner"
    sql "revoke pawl_owner from ${name}_plain"
    # whoever looks may have other settings than who has applied it, which say how PostgreSQL writes names and constants
    owned "alter table payment_current alter since set default timestamptz '2000-01-01 12:00+00'"
    for setting in timezone=Asia/Tokyo datestyle=german intervalstyle=iso_8601 bytea_output=escape \
        quote_all_identifiers=on standard_conforming_strings=off; do
        PGOPTIONS="-c $setting" "$pawlctl" apply "$payment" >"$scratch/out" 2>&1 || fail "$setting: $(cat "$scratch/out")"
        "$pawlctl" verify >"$scratch/out" 2>&1 || fail "applied with $setting: $(cat "$scratch/out")"
        PGOPTIONS="-c $setting" "$pawlctl" verify >"$scratch/out" 2>&1 || fail "$setting: $(cat "$scratch/out")"
    done
    owned "alter table payment_current alter since drop default"
    "$pawlctl" apply "$payment" >/dev/null || fail "cannot apply it again"
fi

# ---- the objects of several flows
for flow in provision second; do
    sed "s/provision/$flow/g" "$here/../../examples/provision/provision.fsm" >"$scratch/$flow.fsm"
    "$pawl" "$scratch/$flow.fsm" -o "$scratch/gen" --emit="$database" && "$pawlctl" apply "$scratch/gen/$flow.$database.sql" >/dev/null ||
        fail "cannot apply flow $flow"
done
answers 0 "flows: 0 runs, 0 steps, 0 problems" verify

# ---- rows

transition="update payment_transitions set"
plant "
    $transition to_state = 'paid' where payment_id = 'move' and sort_key = 20;
    $transition sort_key = 25 where payment_id = 'gap' and sort_key = 20;
    $transition created_at = $(time_of 1) where payment_id = 'backwards' and sort_key = 20;
    $transition from_state = 'submitted' where payment_id = 'chain' and sort_key = 20;
    $transition submission_id = null where payment_id = 'lost' and sort_key = 20;
    $transition reason = 'none' where payment_id = 'foreign' and sort_key = 20;
    update payment_current set state = 'paid' where payment_id = 'head_state';
    update payment_current set sort_key = 30 where payment_id = 'head_sort_key';
    update payment_current set since = $(time_of 1) where payment_id = 'head_since';
    delete from payment_transitions where payment_id = 'no_history';
    delete from payment_current where payment_id = 'no_head';
    $transition to_state = 'nowhere' where payment_id = 'state' and sort_key = 20;
    update payment_current set state = 'nowhere' where payment_id = 'state';
    $transition event = 'explode' where payment_id = 'event' and sort_key = 20;
    delete from payment_transitions where payment_id = 'no_creation' and sort_key = 10;
    $transition event = 'create', from_state = '', submission_id = null, amount = 1, currency = 'EUR',
        to_state = 'pending_submission' where payment_id = 'second_creation' and sort_key = 20;
    delete from payments where id = 'orphan'"
ctl verify
is 1 "$status"
# found LINE: what verify prints
found() {
    grep -qF -- "$1" "$scratch/out" || fail "verify does not say: $1"
}
found "payment move, sort key 20: the machine has no transition from pending_submission by submit to paid [move]"
found "payment move: its current row is in \`submitted\`, and its last transition led to \`paid\` [head-state]"
found "payment gap, sort key 25: its sort key should be 20 [sort-key]"
found "payment gap: the sort key of its current row is 20, and that of its last transition 25 [head-sort-key]"
found "payment backwards, sort key 20: it was made at 1970-01-01 00:00:01.000000Z, before its predecessor"
found "payment chain, sort key 20: it leads from \`submitted\`, and its predecessor led to \`pending_submission\` [chain]"
found "payment lost, sort key 20: submit needs submission_id, which is null [parameter]"
found "payment foreign, sort key 20: submit has no parameter reason, which is not null [parameter]"
found "payment head_state: its current row is in \`paid\`, and its last transition led to \`submitted\` [head-state]"
found "payment head_sort_key: the sort key of its current row is 30, and that of its last transition 20 [head-sort-key]"
found "payment head_since: its current row is in its state since 1970-01-01 00:00:01.000000Z"
found "payment no_history: it has a current row, in \`submitted\`, and no history [no-history]"
found "payment no_head: it has a history and no current row [no-head]"
found "payment state, sort key 20: \`nowhere\` is no state of this machine [state]"
found "payment event, sort key 20: \`explode\` is no event of this machine [event]"
found "payment no_creation, sort key 20: the history does not begin with a creation [creation]"
found "payment no_creation, sort key 20: its sort key should be 10 [sort-key]"
found "payment second_creation, sort key 20: it is a second creation [creation]"
found "payment orphan: there is no such row in $schema.payments [parent]"
! grep -qE "payment (legal|request1)[ ,:]" "$scratch/out" || fail "what is right is found: $(cat "$scratch/out")"
problems=$(grep -c '\]$' "$scratch/out")
ctl verify payment --json
is "1 $problems True" "$status $(json "len(d['problems']), d['complete']" | tr -d "(),'")"
is "17 34 $problems" "$(($(json "d['machines'][0]['entities']") - 1)) $(($(json "d['machines'][0]['moves']") + 1)) $(json "d['machines'][0]['problems']")"
is "20 move" "$(json "*[word for p in d['problems'] if p['id'] == 'move' and 'sort_key' in p for word in (p['sort_key'], p['check'])]")"

# ---- repair

before=$(sql "select * from payment_transitions order by 1, 2")
if [ "$database" = postgres ]; then
    "$pawlctl" repair --force --reason=theft --db="$PAWL_DB user=${name}_plain" >"$scratch/out" 2>&1
    is "3 0" "$? $(sql "select count(*) from pawl_repairs")"
fi
answers 0 "payment head_state: its current row is now in submitted, sort key 20" repair payment head_state --force --reason="somebody's update"
grep -qF "it was in \`paid\`, sort key 20" "$scratch/out" || fail "repair: $(cat "$scratch/out")"
answers 1 "payment no_history: left alone" repair payment no_history --force --reason=no
answers 1 "payment chain: left alone: its history is not legal" repair payment --force --reason="restored from a backup"
for id in head_sort_key head_since no_head; do
    grep -q "payment $id: its current row is now in submitted, sort key 20" "$scratch/out" || fail "$id is not repaired: $(cat "$scratch/out")"
done
grep -q "no_head: .* it was missing" "$scratch/out" && grep -q "payment: 3 repaired, 11 left alone" "$scratch/out" ||
    fail "repair: $(cat "$scratch/out")"
is "$before" "$(sql "select * from payment_transitions order by 1, 2")"
is "head_state paid 20 submitted 20 somebody's update" \
    "$(sql "select entity, before_state, before_sort_key, after_state, after_sort_key, reason from pawl_repairs where entity = 'head_state'" | tr '|' ' ')"
is "4 1 1" "$(sql "select count(*), sum(case when before_state is null then 1 else 0 end), count(distinct repaired_by) from pawl_repairs" | tr '|' ' ')"
ctl verify
! grep -qE "payment (head_state|head_sort_key|head_since|no_head)[ ,:]" "$scratch/out" || fail "not repaired: $(cat "$scratch/out")"
answers 0 "submitted -> cancelled" fire payment no_head cancel
ctl repair --json --force --reason=again
is "1 [] 11" "$status $(json "d['repaired'], len(d['left_alone'])" | sed 's/^(//; s/,//; s/)$//')"

# ---- the column that a mirror keeps: whoever may write the entity's own row can change it

"$pawl" "$here/purchase.fsm" -o "$scratch/gen" --emit="$database" || fail "the purchase does not compile"
sql "create table purchases (id text primary key, status varchar(20), note text)"
answers 0 created apply "$scratch/gen/purchase.$database.sql"
for id in right changed emptied; do
    sql "insert into purchases (id) values ('$id')"
    "$pawlctl" fire purchase $id create >/dev/null && "$pawlctl" fire purchase $id pay >/dev/null || fail "cannot pay $id"
done
answers 0 "purchase: 3 entities, 6 transitions, 0 problems" verify purchase
sql "update purchases set status = 'shipped' where id = 'changed'; update purchases set status = null where id = 'emptied'"
answers 1 "purchase: 3 entities, 6 transitions, 2 problems" verify purchase
parent=$schema.purchases
found "purchase changed: status of its row in $parent is \`shipped\`, and its state is \`paid\` [mirror]"
found "purchase emptied: status of its row in $parent is \`null\`, and its state is \`paid\` [mirror]"
answers 0 "purchase: 1 repaired, 0 left alone" repair purchase changed --force --reason="a script"
grep -qF "purchase changed: status of its row in $parent is now \`paid\`; it was \`shipped\`" "$scratch/out" || fail "repair says: $(cat "$scratch/out")"
is "status was shipped: a script|paid|20|paid|20" "$(sql "select reason, before_state, before_sort_key, after_state, after_sort_key from pawl_repairs where machine = 'purchase'")"
answers 1 "purchase: 3 entities, 6 transitions, 1 problem" verify purchase
ctl repair purchase --force --reason=again --json
is "0 emptied status None paid" "$status $(json "*[d['repaired'][0][k] for k in ('id', 'column', 'before', 'after')]")"
answers 0 "purchase: 3 entities, 6 transitions, 0 problems" verify purchase
answers 0 "purchase: 0 repaired, 0 left alone" repair purchase --force --reason=again
# what its owner has renamed keeps nothing else from being looked at
for renamed in "purchases rename column status to standing,purchases rename column standing to status" \
    "purchases rename to bought,bought rename to purchases"; do
    [ "$database,${renamed%,*}" != "sqlite,purchases rename to bought" ] || continue # it writes what refers to it anew
    sql "alter table ${renamed%,*}" || exit 2
    ctl verify
    is 1 "$status"
    grep -q "^purchase: $parent is not as its transitions know it: .*; give the table and its columns their names again, or migrate" "$scratch/out" ||
        [ "$database,${renamed#*,}" = "mariadb,bought rename to purchases" ] || fail "verify says: $(cat "$scratch/out")"
    grep -q "^payment: " "$scratch/out" || fail "the other machine was not looked at: $(cat "$scratch/out")"
    sql "alter table ${renamed#*,}" || exit 2
done
if [ "$database" = postgres ]; then
    sql "alter table purchases enable row level security"
    answers 1 "purchase: 3 entities, 6 transitions, 1 problem" verify purchase
    found "purchase: row security hides the rows of $parent from pawl_owner, which locks them for transitions, so that they answer NOT_FOUND: create policy pawl_owner on $parent to pawl_owner using (true) [row-security]"
    sql "create policy readers on purchases for select using (true)" # which lets nobody lock them
    answers 1 "purchase: 3 entities, 6 transitions, 1 problem" verify purchase
    sql "$(sed -n 's/.*NOT_FOUND: \(.*\) \[row-security\]$/\1/p' "$scratch/out")"
    answers 0 "purchase: 3 entities, 6 transitions, 0 problems" verify purchase
    sql "drop policy pawl_owner on purchases; drop policy readers on purchases; alter table purchases disable row level security"
fi
is "paid paid paid" "$(sql "select status from purchases order by id" | tr '\n' ' ' | sed 's/ $//')"

# where an earlier version has moved, and the migration has let nobody stand
in_state() {
    plant "update purchase_transitions set event = '$1', to_state = '$2' where purchase_id = 'right' and sort_key = 20;
        update purchase_current set state = '$2' where purchase_id = 'right'; update purchases set status = '$2' where id = 'right'"
}
plant "insert into pawl_past_moves (machine, event, from_state, to_state)
    select 'purchase', 'hold', from_state, 'held' from purchase_transitions where purchase_id = 'right' and sort_key = 20"
in_state hold held
answers 1 "purchase: 3 entities, 6 transitions, 1 problem" verify purchase
found "purchase right: it is in \`held\`, which is no state of this machine any more [head-state]"
answers 0 "purchase: 0 repaired, 0 left alone" repair purchase --force --reason="its history says so"
in_state pay paid
plant "delete from pawl_past_moves where machine = 'purchase'"
answers 0 "purchase: 3 entities, 6 transitions, 0 problems" verify purchase

# ---- objects

# an index of one's own changes nothing, unless it refuses rows or runs code; it is no reason to refuse a migration, either
not_found_objects() {
    ctl verify
    ! grep -q "index.*own" "$scratch/out" || fail "an index of one's own is found: $(grep index "$scratch/out")"
}
# on MariaDB an index is one of its table, of all rows, over columns
drop_index() { owned "drop index $2 $([ "$database" = mariadb ] && echo "on $1")"; }
if [ "$database" = mariadb ]; then
    owned "create index own on payment_transitions (actor)"
else
    sql "create index own on payment_transitions (actor); create index own_in_part on payment_current (since) where state = 'paid'"
fi
not_found_objects
drop_index payment_transitions own
owned "create unique index own_unique on payment_transitions (payment_id, sort_key, event, actor)"
if [ "$database" != mariadb ]; then
    sql "drop index own_in_part; create index own_code on payment_current (lower(state))"
fi
ctl verify
found "own_unique was not there when the machine was deployed [object-unknown]"
if [ "$database" != mariadb ]; then
    found "own_code was not there when the machine was deployed [object-unknown]"
    sql "drop index own_code"
fi
drop_index payment_transitions own_unique
owned "create index own on payment_transitions (actor)"
mkdir -p "$scratch/newer"
sed 's/goal state paid "Paid out"/goal state paid "Paid out" stored "out"/' "$here/../../examples/payments/payment.fsm" >"$scratch/newer/payment.fsm"
cmp -s "$here/../../examples/payments/payment.fsm" "$scratch/newer/payment.fsm" && fail "no newer version"
"$pawl" diff "$here/../../examples/payments/payment.fsm" "$scratch/newer/payment.fsm" --sql="$database" >"$scratch/migration.sql" || fail "no migration"
ctl apply --dry-run "$scratch/migration.sql"
! grep -q "not as it was deployed" "$scratch/err" || fail "an index of one's own refuses a migration: $(cat "$scratch/err")"
drop_index payment_transitions own

# spoil SQL WORDS...: verify says each, and no longer once the machine is applied again
spoil() {
    owned "$1"
    shift
    ctl verify
    is 1 "$status"
    for words in "$@"; do
        found "$words"
    done
    "$pawlctl" apply "$payment" >"$scratch/applied" 2>&1 || fail "apply: $(cat "$scratch/applied")"
}
if [ "$database" = postgres ]; then
    spoil "create or replace function payment_confirm(id text, actor text default null, request_id text default null,
        expect_sort_key integer default null) returns pawl_outcome language sql as 'select null::pawl_outcome'" \
        "function public.payment_confirm(text,text,text,integer) is not as deployed: \` LANGUAGE plpgsql\` is now \` LANGUAGE sql\` [object-changed]"
    grep -q "payment_confirm(text,text,text,integer) was changed, and is as deployed again" "$scratch/applied" || fail "apply: $(cat "$scratch/applied")"
    spoil "drop trigger pawl_refuse_write on payment_transitions" "trigger pawl_refuse_write on public.payment_transitions is gone [object-missing]"
    spoil "alter table payment_current disable trigger pawl_refuse_write" "write() disabled\` [object-changed]"
    spoil "alter table payment_current disable trigger all" "(id) disabled\` [object-changed]"
    sql "alter table payment_current enable trigger all"
    "$pawlctl" apply "$payment" >/dev/null
    spoil "drop index payment_current_state_since" "index public.payment_current_state_since is gone [object-missing]"
    spoil "drop view payment_state" "view public.payment_state is gone [object-missing]"
    spoil "grant execute on function payment_submit(text, text, text, text, integer) to ${name}_plain" "${name}_plain execute\` [object-changed]"
    spoil "alter function payment_cancel(text, text, text, text, integer) reset search_path" "function public.payment_cancel(text,text,text,text,integer) is not as deployed"
    spoil "create function forge() returns trigger language plpgsql as 'begin return new; end'; create trigger forge before insert on payment_current for each row execute function forge()" \
        "trigger forge on public.payment_current was not there when the machine was deployed [object-unknown]"
    grep -q "trigger forge on public.payment_current was unknown, and is recorded as it is now" "$scratch/applied" || fail "apply: $(cat "$scratch/applied")"
    spoil "drop trigger forge on payment_current; create rule forge as on update to payment_current do instead nothing" "rule forge on public.payment_current was not there" "trigger forge on public.payment_current is gone"
    spoil "drop rule forge on payment_current; grant delete on payment_current to ${name}_plain" "pawl_reader select, ${name}_plain delete\` [object-changed]" \
        "all machines: ${name}_plain has delete on public.payment_current, and so may write there as soon as its triggers are off"
    # it was said who may now do what, and is not right because it is on record
    grep -q "table public.payment_current was changed, and is recorded as it is now: \`.*${name}_plain delete\`" "$scratch/applied" ||
        fail "apply: $(cat "$scratch/applied")"
    sql "grant insert (to_state) on payment_transitions to ${name}_plain; grant truncate on pawl_machines to public"
    "$pawlctl" apply "$payment" >"$scratch/applied" 2>&1
    ctl verify
    found "${name}_plain has delete on public.payment_current"
    found "${name}_plain has insert (to_state) on public.payment_transitions"
    found "everybody has truncate on public.pawl_machines"
    sql "grant execute on all functions in schema public to ${name}_plain, pawl_app"
    "$pawlctl" apply "$payment" >"$scratch/applied" 2>&1
    ctl verify
    found "${name}_plain has execute on public.pawl_explain(text,text,text,text), and so may call what only Pawl's own functions and roles call"
    found "${name}_plain has execute on public.pawl_break(text,text,text)"
    found "${name}_plain has execute on public.payment_submit(text,text,text,text,integer), and so may fire events that no \`pawlctl grant\` has given it"
    ! grep -q "pawl_app has" "$scratch/out" || fail "verify: $(cat "$scratch/out")"
    [ -z "$(sql "select 1 where has_function_privilege('pawl_app', 'pawl_break(text, text, text)', 'execute')
        or not has_function_privilege('pawl_app', 'payment_submit(text, text, text, text, integer)', 'execute')")" ] ||
        fail "pawl_app has other functions than a deployment grants"
    sql "revoke execute on all functions in schema public from ${name}_plain"
    "$pawlctl" apply "$payment" >"$scratch/applied" 2>&1
    sql "revoke insert (to_state) on payment_transitions from ${name}_plain; revoke truncate on pawl_machines from public"
    spoil "grant execute on function pawl_refuse_write() to ${name}_plain" "all machines: function public.pawl_refuse_write() is not as deployed"
    spoil "revoke all on payment_current from ${name}_plain; alter table payment_transitions alter actor drop not null" "\`column actor text collate \"C\" not null\` is now"
    # an overload of another's is never a part of what is deployed
    sql "create function payment_submit(text) returns void language sql as ''; alter function payment_submit(text) owner to ${name}_plain"
    "$pawlctl" apply "$payment" >"$scratch/applied" 2>&1
    grep -q "payment_submit(text) was unknown, and is left so: drop it" "$scratch/applied" || fail "apply: $(cat "$scratch/applied")"
    answers 1 "function public.payment_submit(text) was not there when the machine was deployed" verify
    sql "drop function payment_submit(text)"
    sql "alter table payment_transitions alter actor set not null; alter table payment_transitions owner to ${name}_plain"
    ctl verify
    found "\`owner pawl_owner\` is now \`owner ${name}_plain\`"
    sql "alter table payment_transitions owner to pawl_owner"
elif [ "$database" = mariadb ]; then
    spoil "create or replace definer = ${name}_pawl_owner function door_bell() returns boolean return true" \
        "all machines: function door_bell was not there when the machine was deployed [object-unknown]"
    owned "drop function door_bell"
    cancel=$(owned "select routine_name from information_schema.routines where routine_schema = database() and routine_name like 'payment|_cancel\$%' escape '|'")
    spoil "create or replace definer = ${name}_pawl_owner function \`$cancel\`(id text) returns longtext return null" \
        "function $cancel is not as deployed: \`"
    grep -qF "function $cancel was changed, and is as deployed again" "$scratch/applied" || fail "apply: $(cat "$scratch/applied")"
    spoil "create or replace definer = root@localhost sql security definer view payment_state as select 1 as one" "view payment_state is not as deployed"
    spoil "drop view payment_moves" "view payment_moves is gone [object-missing]"
    spoil "drop function \`$cancel\`" "function $cancel is gone [object-missing]"
    spoil "create trigger forge before insert on payment_current for each row set new.since = 0" \
        "trigger forge was not there when the machine was deployed [object-unknown]"
    grep -q "trigger forge was unknown, and is recorded as it is now" "$scratch/applied" || fail "apply: $(cat "$scratch/applied")"
    owned "drop trigger forge"
    "$pawlctl" apply "$payment" >/dev/null
    spoil "alter table payment_current add column forged text" "table payment_current is not as deployed"
    owned "alter table payment_current drop column forged"
    "$pawlctl" apply "$payment" >/dev/null
    sql "insert into payments values ('orphan')"
    spoil "alter table payment_current drop foreign key payment_current_parent" "constraint payment_current.payment_current_parent is gone [object-missing]"
    # rights are no part of an object
    for right in "update on ${name}_pawl.*" "alter on ${name}_pawl.payment_current" "trigger on ${name}_pawl.payment_current" \
        "alter routine on ${name}_pawl.*" "set user on *.*" "insert on *.*" "alter routine on function ${name}_pawl.\`$cancel\`" \
        "update (state) on ${name}_pawl.payment_current"; do
        hold_rights
        mariadb_sql root mysql "grant $right to ${name}_plain@localhost"
        answers 1 "all machines: ${name}_plain@localhost has " verify
        grep -qx "all machines: [1-9] problems\?" "$scratch/out" || fail "$right is not counted: $(cat "$scratch/out")"
        mariadb_sql root mysql "revoke $right from ${name}_plain@localhost"
        release_rights
    done
    hold_rights # whoever has deployed writes as Pawl's owner anyway
    mariadb_sql root mysql "grant all on ${name}_pawl.* to ${name}_plain@localhost; grant ${name}_pawl_owner to ${name}_plain@localhost"
    answers 1 "payment: " verify
    ! grep -qF '[writer]' "$scratch/out" || fail "who has the role of the owner is found: $(cat "$scratch/out")"
    mariadb_sql root mysql "revoke ${name}_pawl_owner from ${name}_plain@localhost"
    answers 1 "all machines: ${name}_plain@localhost has " verify
    mariadb_sql root mysql "revoke all on ${name}_pawl.* from ${name}_plain@localhost"
    release_rights
    answers 1 "payment: " verify
    ! grep -qF '[writer]' "$scratch/out" || fail "a right that is gone is found: $(cat "$scratch/out")"
else
    spoil "drop trigger payment_transitions_delete" "trigger payment_transitions_delete is gone [object-missing]"
    grep -q "trigger payment_transitions_delete was missing, and is as deployed again" "$scratch/applied" || fail "apply: $(cat "$scratch/applied")"
    spoil "drop trigger payment_transitions_update; create trigger payment_transitions_update before update on payment_transitions begin select 1; end" \
        "trigger payment_transitions_update is not as deployed: \`" "select 1; end\` [object-changed]"
    grep -q "transitions_update was changed, and is left so: drop it" "$scratch/applied" || fail "apply: $(cat "$scratch/applied")"
    spoil "drop trigger payment_transitions_update" "trigger payment_transitions_update is gone"
    spoil "create trigger forge before insert on payment_current begin select 1; end; drop index payment_current_state_since" \
        "trigger forge was not there when the machine was deployed [object-unknown]" "index payment_current_state_since is gone [object-missing]"
    spoil "drop trigger forge; alter table payment_current add column forged text" "table payment_current is not as deployed"
    sql "alter table payment_current drop column forged"
    answers 1 "submitted" verify # and nothing of the table any more
    ! grep -q object "$scratch/out" || fail "verify: $(cat "$scratch/out")"
    spoil "drop trigger pawl_machines_update" "all machines: trigger pawl_machines_update is gone [object-missing]"
fi

# ---- what only comes with a lost index

drop_index payment_transitions payment_transitions_request
plant "$transition request_id = 'r2' where payment_id = 'request1'"
ctl verify
found "payment request1: 2 moves have the request id r2 [request-id]"
found "payment_transitions_request is gone [object-missing]"

# ---- what only comes with a lost key, without which reading in its order is slow

if [ "$database" = postgres ]; then
    plant "alter table payment_current drop constraint payment_current_pkey; insert into payment_current select * from payment_current where payment_id = 'legal';
        alter table payment_transitions drop constraint payment_transitions_pkey; insert into payment_transitions select * from payment_transitions where payment_id = 'legal' and sort_key = 20;
        $transition sort_key = 0 where payment_id = 'gap'"
    ctl verify
    found "payment legal: it has 2 heads [duplicate]"
    found "payment legal, sort key 20: 2 moves have this sort key [duplicate]"
    found "payment gap, sort key 0: 2 moves have this sort key [duplicate]"
fi

# ---- keys that their column orders in a way of its own, on both sides of where a page of them ends

if [ "$database" = mariadb ]; then
    mariadb_sql root "$name" "create table tags (id varchar(50) character set utf8mb4 collate utf8mb4_general_ci primary key);
        insert into tags select concat('a', 10000 + seq) from seq_1_to_2000; insert into tags values ('B1'), ('c1'), ('D1')"
    printf '%s\n' 'pawl 1;' 'machine tag { entity tags.id: text; event create(note: text?); initial state open { on shut -> closed; } final state closed; }' >"$scratch/tag.fsm"
    "$pawl" "$scratch/tag.fsm" -o "$scratch/gen" --emit="$database" || exit 2
    answers 0 "tag: created" apply "$scratch/gen/tag.$database.sql"
    mariadb_sql root "$name" "create temporary table ids as select id from tags;
        select max(length(${name}_pawl.tag_create\$4(id, null, null, null))) from ids" >/dev/null || fail "no tags were made"
    answers 0 "tag: 2003 entities, 2003 transitions, 0 problems" verify tag
    # what was deployed by a login that could not let Pawl's owner see what functions do, and is looked at by one that could
    mariadb_sql root "${name}_pawl" "update pawl_objects set definition = regexp_replace(definition, '(?s) (begin|return)[ \n].*', '')
        where machine = 'tag' and object like 'function %'"
    answers 0 "of its functions was hidden when that was recorded" verify tag
    answers 0 "tag: nothing new" apply "$scratch/gen/tag.mariadb.sql"
    ! grep -q changed "$scratch/out" || fail "what nobody has changed is told as changed: $(cat "$scratch/out")"
    answers 0 " 0 problems" verify tag
    ! grep -q hidden "$scratch/err" || fail "it is hidden still: $(cat "$scratch/err")"
fi
# ---- a view in the place of a table is named, and nothing of it runs with the rights of who looks

if [ "$database" = mariadb ]; then
    mariadb_sql root "$name" "create sequence ran; create function runs() returns integer modifies sql data sql security invoker return nextval(ran);
        rename table tags to labels; create sql security invoker view tags as select id from labels where runs() > 0" || exit 2
    answers 1 "tag: $name.tags is a view in place of a table" verify tag
    answers 1 "$name.tags is a view; nothing was changed" apply "$scratch/gen/tag.$database.sql"
    mariadb_sql root "$name" "drop view tags; create table tags as select id from labels"
    answers 1 "the rows of machine tag refer to $name.labels, and not to $name.tags" apply "$scratch/gen/tag.$database.sql"
    mariadb_sql root "$name" "drop table tags; rename table labels to tags"
    is 1 "$(mariadb_sql root "$name" "select next_not_cached_value from ran")"
    answers 0 "tag: nothing new" apply "$scratch/gen/tag.$database.sql"
    # and Pawl's database is not that of another application, nor the application's own
    mariadb_sql root mysql "create database ${name}_other; create table ${name}_other.tags like $name.tags"
    answers 1 "the rows of machine tag refer to $name.tags, and not to ${name}_other.tags" \
        apply "$scratch/gen/tag.$database.sql" --db="${PAWL_DB/\/$name?/\/${name}_other?}&pawl_database=${name}_pawl"
    mariadb_sql root mysql "drop database ${name}_other"
    answers 2 "pawl_database=$name is the database of the entities' tables" apply "$payment" --db="$PAWL_DB&pawl_database=$name"
    # nor is a key what cannot be one
    mariadb_sql root "$name" "create table lids (id double primary key, name varchar(10), place varchar(10), key (name), unique (place, name))"
    while IFS=, read -r key refusal; do
        printf '%s\n' 'pawl 1;' "machine lid { entity lids.$key; initial state open { on shut -> closed; } final state closed; }" >"$scratch/lid.fsm"
        "$pawl" "$scratch/lid.fsm" -o "$scratch/gen" --emit="$database" || exit 2
        answers 1 "$name.lids.$refusal" apply "$scratch/gen/lid.$database.sql"
    done <<'END'
id: bigint,id has the type double, and the key of machine lid is of type bigint; nothing was changed
id: text,id has the type double, and the key of machine lid is of type text; nothing was changed
name: bigint,name has the type varchar(10), and the key of machine lid is of type bigint; nothing was changed
name: text,name may have the same value in several rows, and is the key of machine lid; nothing was changed
END
    is 0 "$(mariadb_sql root mysql "select count(*) from information_schema.tables where table_schema = '${name}_pawl' and table_name like 'lid\\_%'")"
    mariadb_sql root "$name" "drop table lids"
    # nor can a column keep the state that has no room for it
    mariadb_sql root "$name" "create table lids (id bigint primary key, number integer, narrow varchar(5), kind enum('open', 'shut'))"
    while IFS=, read -r column refusal; do
        printf '%s\n' 'pawl 1;' "machine lid { entity lids.id: bigint; mirror lids.$column; initial state open { on shut -> closed; } final state closed; }" >"$scratch/lid.fsm"
        "$pawl" "$scratch/lid.fsm" -o "$scratch/gen" --emit="$database" || exit 2
        answers 1 "machine lid: $name.lids$refusal; nothing was changed: " apply "$scratch/gen/lid.$database.sql"
    done <<'END'
missing, has no column missing, in which `mirror` keeps the state
number,.number cannot hold the state: it is of the type int
narrow,.narrow cannot hold the state: it has room for 5 characters, and a state of machine lid for 6
kind,.kind cannot hold the state: its type enum('open','shut') lacks a state of machine lid
END
    is 0 "$(mariadb_sql root mysql "select count(*) from information_schema.tables where table_schema = '${name}_pawl' and table_name like 'lid\_%'")"
    mariadb_sql root "$name" "drop table lids"
    # names that would end a literal are refused before anything is sent
    for odd in "o%27b" "back%5cs" "a%60b"; do
        answers 2 "has a name with" apply "$payment" --db="${PAWL_DB/\/$name?/\/$odd?}"
    done
fi
# a column of `mirror` takes each state, and a table that guards read is the one of its name
if [ "$database" != mariadb ]; then # which is asked above
    case $database in
    postgres)
        sql "create domain brief as varchar(5); create type shape as enum ('open', 'shut')" || exit 2
        columns="number integer, narrow varchar(5), kind shape, brief brief, made text generated always as ('open') stored,
            checked text check (checked in ('open', 'shut')), whole varchar(6)"
        set -- missing number narrow kind brief made checked
        ;;
    sqlite)
        columns="number integer, made text generated always as ('open') stored, whole varchar(6)"
        set -- missing number made
        ;;
    esac
    sql "create table lids (id bigint primary key, $columns)" || exit 2
    for column in "$@"; do
        printf '%s\n' 'pawl 1;' "machine lid { entity lids.id: bigint; mirror lids.$column; initial state open { on shut -> closed; } final state closed; }" >"$scratch/lid.fsm"
        "$pawl" "$scratch/lid.fsm" -o "$scratch/gen" --emit="$database" || exit 2
        answers 3 "lids$([ "$column" = missing ] && echo " has no column missing" || echo ".$column cannot hold the state")" apply "$scratch/gen/lid.$database.sql"
    done
    sed -i 's/mirror lids[.][a-z]*/mirror lids.whole/' "$scratch/lid.fsm"
    "$pawl" "$scratch/lid.fsm" -o "$scratch/gen" --emit="$database" || exit 2
    answers 0 "lid: created" apply "$scratch/gen/lid.$database.sql"
fi
if [ "$database" = postgres ]; then # numbers that a type with a scale would keep as other texts
    sql "create table cups (id bigint primary key, exact numeric(5, 2), rounded numeric(5), free numeric)" || exit 2
    for column in exact rounded free; do
        printf '%s\n' 'pawl 1;' "machine cup_$column { entity cups.id: bigint; mirror cups.$column; initial state full stored 2 { on drink -> drunk; } final state drunk stored 3; }" >"$scratch/cup.fsm"
        "$pawl" "$scratch/cup.fsm" -o "$scratch/gen" --emit=postgres || exit 2
        if [ "$column" = exact ]; then
            answers 3 "exact cannot hold the state: it is of the type numeric(5,2), and for the state 2 (full): it would keep \`2\` as \`2.00\`" apply "$scratch/gen/cup.postgres.sql"
            grep -q "[Mm]ake it " "$scratch/err" || fail "no help: $(cat "$scratch/err")"
        else
            answers 0 "cup_$column: created" apply "$scratch/gen/cup.postgres.sql"
        fi
    done
fi
sql "create table rings (id bigint primary key); create table hooks (id bigint)" || exit 2
[ "$database" != postgres ] || sql "grant select on hooks to pawl_owner" || exit 2
cat >"$scratch/key.fsm" <<'END'
pawl 1;
machine key {
  entity rings.id: bigint;
  event create();
  guard hangs sql "select exists (select 1 from hooks where hooks.id = :id)";
  initial state loose { on hang -> hung when hangs; }
  final state hung;
}
END
"$pawl" "$scratch/key.fsm" -o "$scratch/gen" --emit="$database" || exit 2
answers 0 "key: created" apply "$scratch/gen/key.$database.sql"
sql "insert into rings values (1); insert into hooks values (1)" || exit 2
answers 0 "" fire key 1 create
sql "alter table hooks rename to hooks_before" && sql "create table hooks as select id from hooks_before where id > 1" || exit 2
if [ "$database" = postgres ]; then
    sql "grant select on hooks to pawl_owner" || exit 2
    answers 3 "machine key: its guards and effects use public.hooks_before, and used public.hooks when they were deployed" fire key 1 hang
    answers 1 'tables of guards and effects is not as deployed: `public.hooks` is now `public.hooks_before`' verify key
    answers 0 "tables of guards and effects was changed, and is as deployed again" apply "$scratch/gen/key.$database.sql"
fi
answers 1 "hangs" fire key 1 hang # its table is the new one, which is empty
sql "insert into hooks values (1)" || exit 2
answers 0 "" fire key 1 hang
# what somebody has prepared, and not ended
if [ "$database" = postgres ] && [ "$(sql "show max_prepared_transactions")" != 0 ]; then
    sql "insert into payments values ('prepared')"
    sql "begin; select payment_create('prepared', 1, 'EUR'); prepare transaction '$name'" >/dev/null
    answers 1 "all machines: transaction \`$name\` of $(sql "select current_user") was prepared at $(date -u +%Y)" verify
    sql "commit prepared '$name'"
    sql "begin; create table others (); insert into others default values; prepare transaction '$name'"
    ctl verify
    grep -q "prepared at" "$scratch/out" && fail "what has written none of Pawl's tables is named: $(cat "$scratch/out")"
    sql "rollback prepared '$name'"
fi
exit $failed
