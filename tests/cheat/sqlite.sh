#!/bin/bash
# sqlite.sh GENERATED_DIR PAYMENT_CLIENT: P8 with sqlite3 as the client that tries to cheat, in a file that is
# made by the generated SQL; then in copies of it that lack one trigger each, where something must come of it.
set -euo pipefail
generated=$1 payment_client=$2
. "$(dirname "$0")/support.sh"
. "$(dirname "$0")/sqlite_attempts.sh"

folder=$(mktemp -d /tmp/pawl-cheat.XXXXXX)
trap 'rm -rf "$folder"' EXIT
file=$folder/payments.db

pawl() {
    "$payment_client" "sqlite:$file" "$@"
}

sqlite3 "$file" "create table payments (id text primary key);
    insert into payments values ('target'), ('second'), ('third')"
cat "$generated/pawl.sqlite.sql" "$generated/payment.sqlite.sql" | sqlite3 -bail "$file"
expect OK pawl create target
expect OK pawl create second
expect OK pawl submit second
# what there is to try and to change in tables that are empty otherwise, from behind the triggers
triggers=$(sqlite3 "$file" "select sql || ';' from sqlite_master where type = 'trigger'")
sqlite3 "$file" "select 'drop trigger ' || name || ';' from sqlite_master where type = 'trigger'" | sqlite3 -bail "$file"
{ lock_rows 1 && outbox_rows 1 && echo "$flow_row" && run_rows 1; } | sqlite3 -bail "$file"
sqlite3 -bail "$file" "insert into pawl_repairs
    values ('payment', 'second', 0, 'me', 'real', null, null, null, 'submitted', 20, 0);
    insert into pawl_past_moves values ('payment', 'expire', 'submitted', 'cancelled'); $triggers"
cp "$file" "$folder/base.db"
remember

all_attempts
lock_attempts
outbox_and_run_attempts
expect only_libpawl_may_write client plain "update payment_current set state = 'paid'"
expect "payment_transitions" client plain "update payment_transitions set actor = 'me'"
expect only_libpawl_may_write client plain "delete from payment_transitions"

# what is legal goes on; what is laid over another version is refused
expect ILLEGAL pawl confirm target
expect NOT_FOUND pawl confirm "'; update payment_current set state = 'paid'; --"
[ "$(dump)" = "$before" ] || fail "a key was read as SQL"
expect OK pawl submit target
expect OK pawl confirm target
expect "submitted" sqlite3 "$file" "select from_state from payment_transitions where payment_id = 'target' and sort_key = 30"
remember
expect OK pawl apply
cat "$generated/pawl.sqlite.sql" "$generated/payment.sqlite.sql" | sqlite3 -bail "$file"
[ "$(dump)" = "$before" ] || fail "applying the SQL again changed something"
fingerprint=$(sqlite3 "$file" "select fingerprint from pawl_machines where machine = 'payment'")
sed "s/$fingerprint/0123456789abcdef/g" "$generated/payment.sqlite.sql" >"$folder/other.sql"
expect "version" sqlite3 -bail "$file" ".read $folder/other.sql"
[ "$(dump)" = "$before" ] || fail "another version of the SQL was laid over this one"
expect OK pawl create third

# whoever can drop the triggers puts into the registry what he likes; but it is no SQL to whoever deploys
intact=$file
for planted in 'x as select 1; create table planted (a); --' 'x" as select 1; create table planted (a); --'; do
    file=$folder/planted.db
    cp "$intact" "$file"
    sqlite3 "$file" "select 'drop trigger ' || name || ';' from sqlite_master where type = 'trigger' and tbl_name = 'pawl_machines'" | sqlite3 -bail "$file"
    sqlite3 -bail "$file" "insert into pawl_machines (machine, fingerprint, is_accepted, is_deployed, abi, deployed_at)
        select machine, '$planted', true, false, abi, 0 from pawl_machines where machine = 'payment'"
    expect OK pawl apply
    expect 0 sqlite3 "$file" "select count(*) from sqlite_master where name = 'planted'"
done
file=$intact

# each trigger is needed: without it something comes of the attempts, all of a connection's in one session
attempt() {
    printf '%s\n;rollback;\n' "$2" >>"$folder/$1.sql"
}
all_attempts
lock_attempts
outbox_and_run_attempts
pieces=0
for trigger in $(sqlite3 "$folder/base.db" "select name from sqlite_master where type = 'trigger'"); do
    pieces=$((pieces + 1))
    file=$folder/$trigger.db
    cp "$folder/base.db" "$file"
    rm -f "$folder/other.db" # what an earlier one has copied
    sqlite3 "$file" "drop trigger $trigger"
    remember
    for who in plain recursive lax attached; do
        [ "$(dump)" = "$before" ] || break
        client $who <"$folder/$who.sql" >/dev/null 2>&1 || true
    done
    [ "$(dump)" != "$before" ] || fail "nobody notices that the trigger $trigger is missing"
done
[ "$pieces" -ge 9 ] || fail "the generated SQL has only $pieces triggers"
finish
