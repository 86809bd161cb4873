#!/bin/bash
# sqlite.sh GENERATED_DIR PAYMENT_CLIENT: P8 with sqlite3 as the client that tries to cheat.
set -euo pipefail
generated=$1 payment_client=$2
. "$(dirname "$0")/support.sh"

folder=$(mktemp -d /tmp/pawl-cheat.XXXXXX)
trap 'rm -rf "$folder"' EXIT
file=$folder/payments.db

client() {
    case $1 in
    plain) sqlite3 "$file" "$2" ;;
    recursive) sqlite3 "$file" "pragma recursive_triggers = on; $2" ;;
    lax) sqlite3 -cmd "pragma foreign_keys = off" -cmd "pragma ignore_check_constraints = on" "$file" "$2" ;;
    attached) sqlite3 "$folder/other.db" "attach '$file' as pawl; $2" ;;
    esac
}
dump() {
    sqlite3 "$file" "select * from pawl_machines; select * from payment_moves order by 1, 2;
        select * from payment_current order by 1; select * from payment_transitions order by 1, 2;
        select * from pawl_locks; select * from pawl_lock_keys; select * from pawl_lock_waiters;
        select * from pawl_freezes; select * from pawl_deferred; select * from pawl_lock_log"
}
pawl() {
    "$payment_client" "sqlite:$file" "$@"
}

sqlite3 "$file" "create table payments (id text primary key);
    insert into payments values ('target'), ('second'), ('third')"
sqlite3 -bail "$file" <"$generated/payment.sqlite.sql"
expect OK pawl create target
expect OK pawl create second
expect OK pawl submit second
remember

for who in plain recursive lax; do
    for verb in "insert" "insert or ignore" "insert or replace" "insert or fail" "insert or rollback" replace; do
        attempt $who "$verb into payment_current values ('third', 'paid', 10, 0)"
        attempt $who "$verb into payment_current values ('target', 'paid', 20, 0)"
        attempt $who "$verb into payment_transitions values ('target', 20, 'submit', 'pending_submission', 'submitted', 0, 'me', null, null, 'S', null)"
        attempt $who "$verb into payment_transitions values ('target', 10, 'create', '', 'pending_submission', 0, 'me', 1, 'EUR', null, null)"
        attempt $who "$verb into payment_moves values ('confirm', 'pending_submission', 'paid')"
        attempt $who "$verb into payment_moves values ('submit', 'pending_submission', 'paid')"
        attempt $who "$verb into pawl_machines values ('payment', 'forged', 1, 0)"
        attempt $who "$verb into pawl_locks values ('key', '', 'me', 1, 0, null)"
        attempt $who "$verb into pawl_lock_keys values ('key', 99)"
        attempt $who "$verb into pawl_freezes values ('payment', 'reject', null, 'forged', 0, 'me')"
    done
    for verb in "update" "update or ignore" "update or replace" "update or fail"; do
        attempt $who "$verb payment_current set state = 'paid'"
        attempt $who "$verb payment_current set payment_id = 'third' where payment_id = 'target'"
        attempt $who "$verb payment_current set payment_id = 'target' where payment_id = 'second'"
        attempt $who "$verb payment_current set sort_key = sort_key + 10, since = 0"
        attempt $who "$verb payment_transitions set actor = 'somebody else'"
        attempt $who "$verb payment_transitions set payment_id = 'target' where payment_id = 'second'"
        attempt $who "$verb payment_transitions set sort_key = sort_key + 10"
        attempt $who "$verb payment_moves set to_state = 'paid'"
        attempt $who "$verb pawl_machines set fingerprint = 'forged'"
    done
    for table in payment_current payment_transitions payment_moves pawl_machines; do
        attempt $who "delete from $table"
        attempt $who "begin; delete from $table; commit"
        attempt $who "delete from $table where rowid >= 0 or true"
    done
    attempt $who "begin; delete from payment_current where payment_id = 'target'; insert into payment_current values ('target', 'paid', 10, 0); commit"
    attempt $who "insert into payment_current values ('target', 'paid', 20, 0) on conflict (payment_id) do update set state = 'paid'"
    attempt $who "create temp table bait (x); create temp trigger forge after insert on bait begin update payment_current set state = 'paid'; delete from payment_transitions; end; insert into bait values (1)"
    attempt $who "create temp trigger skip before update on main.payment_current begin select raise(ignore); end; update payment_current set state = 'paid'"
    attempt $who "create temp table payment_current (payment_id, state); insert into payment_current values ('target', 'paid'); update main.payment_current set state = 'paid'"
    attempt $who "create temp view only_libpawl_may_write as select 1; update payment_current set state = 'paid'"
    attempt $who "create table bait$who (x); create trigger forge$who after insert on bait$who begin update payment_current set state = 'paid'; end; insert into bait$who values (1)"
    attempt $who "pragma writable_schema = off; pragma trusted_schema = on; update payment_current set state = 'paid'"
done
for table in payment_current payment_transitions payment_moves pawl_machines; do
    attempt attached "delete from pawl.$table"
    attempt attached "create table if not exists $table as select * from pawl.$table; insert or replace into pawl.$table select * from main.$table"
done
printf 'third|paid|10|0\n' >"$folder/import"
attempt plain ".import $folder/import payment_current"
expect only_libpawl_may_write client plain "update payment_current set state = 'paid'"
expect "payment_transitions" client plain "delete from payment_transitions"

# what is legal goes on; what is laid over another version is refused
expect ILLEGAL pawl confirm target
expect OK pawl submit target
expect OK pawl confirm target
expect "submitted" sqlite3 "$file" "select from_state from payment_transitions where payment_id = 'target' and sort_key = 30"
remember
expect OK pawl apply
sqlite3 -bail "$file" <"$generated/payment.sqlite.sql"
[ "$(dump)" = "$before" ] || fail "applying the SQL again changed something"
fingerprint=$(sqlite3 "$file" "select fingerprint from pawl_machines where machine = 'payment'")
sed "s/$fingerprint/0123456789abcdef/g" "$generated/payment.sqlite.sql" >"$folder/other.sql"
expect "version" sqlite3 -bail "$file" ".read $folder/other.sql"
[ "$(dump)" = "$before" ] || fail "another version of the SQL was laid over this one"
expect OK pawl create third
finish
