# shellcheck shell=bash
# Sourced by sqlite.sh: `all_attempts` calls attempt WHO SQL for all that is tried on $file, where target is
# pending, second submitted and once repaired, and third a parent without a payment. WHO is a connection: plain,
# recursive (its triggers fire for what REPLACE deletes), lax (checks nothing that a pragma can turn off), attached
# (the file is not its main one).

# client WHO [SQL]: without SQL, what comes from standard input, in one session
client() {
    case $1 in
    plain) sqlite3 "$file" "${@:2}" ;;
    recursive) sqlite3 -cmd "pragma recursive_triggers = on" "$file" "${@:2}" ;;
    lax) sqlite3 -cmd "pragma foreign_keys = off" -cmd "pragma ignore_check_constraints = on" "$file" "${@:2}" ;;
    attached) sqlite3 -cmd "attach '$file' as pawl" "$folder/other.db" "${@:2}" ;;
    esac
}
dump() {
    sqlite3 "$file" "select * from pawl_machines; select * from pawl_objects order by 1, 2; select * from pawl_repairs; select * from pawl_past_moves; select * from payment_moves order by 1, 2;
        select * from payment_current order by 1; select * from payment_transitions order by 1, 2;
        select * from pawl_locks; select * from pawl_lock_keys; select * from pawl_lock_waiters;
        select * from pawl_freezes; select * from pawl_deferred; select * from pawl_lock_log;
        $(printf 'select * from %s;' $shared)"
}

# What machines share besides, in which nothing of the payment's stands.
shared="pawl_schema pawl_outbox pawl_outbox_parked pawl_outbox_slots pawl_flows pawl_runs pawl_run_steps pawl_run_ready
    pawl_run_signals pawl_run_waits"

# row_of TABLE TEXT NUMBER: whatever its columns take
row_of() {
    sqlite3 "$file" "select group_concat(case when type = 'text' then '''$2''' else '$3' end) from pragma_table_info('$1')"
}

shared_rows() {
    local table
    for table in ${shared#pawl_schema}; do
        echo "insert into $table values ($(row_of "$table" planted 1));"
    done
}

# Whoever has a flow may enter it: pawl_flows has no trigger for that.
shared_attempts() {
    local who table field verb
    for who in plain recursive lax; do
        for table in $shared; do
            for verb in insert "insert or ignore" "insert or replace"; do
                [ "$table" = pawl_flows ] || attempt $who "$verb into $table values ($(row_of "$table" forged 1))"
                [ "$table" = pawl_flows ] || attempt $who "$verb into $table values ($(row_of "$table" forged 2))"
            done
            for field in $(sqlite3 "$file" "select name from pragma_table_info('$table')"); do
                attempt $who "update or ignore $table set $field = 7"
            done
            attempt $who "delete from $table"
        done
        attempt $who "insert or replace into pawl_schema values (1, 99, 0)"
    done
}

# Rows of locks, and as many that could be forged.
lock_rows() {
    cat <<END
insert into pawl_lock_keys values ('key$1', 1);
insert into pawl_locks values ('key$1', '', 'somebody', 1, 0, null);
insert into pawl_lock_waiters values ('key$1', '', 'another', 0, 0);
insert into pawl_freezes values ('door$1', 'reject', 1, 'to have a row', 0, 'me');
insert into pawl_deferred (number, machine, entity, request_id, event, arguments, actor, deferred_at)
    values (1$1, 'door$1', 'target', 'r', 'submit', '', 'me', 0);
insert into pawl_lock_log values (1$1, 0, 'me', 'break', '', 'key', 'somebody', 1, 'to have a row');
END
}

lock_attempts() {
    local who row table
    for who in plain recursive lax; do
        while read -r row; do
            attempt $who "$row"
            attempt $who "${row/insert into/insert or replace into}"
        done < <(lock_rows 2 | tr '\n' ' ' | sed 's/; */;\n/g')
        attempt $who "update pawl_locks set owner = 'me'"
        attempt $who "update pawl_lock_keys set last_token = 0"
        attempt $who "update pawl_lock_waiters set until = 9"
        attempt $who "update pawl_freezes set reason = 'forged'"
        attempt $who "update pawl_deferred set status = 'OK'"
        attempt $who "update pawl_lock_log set login = 'somebody else'"
        for table in pawl_locks pawl_lock_keys pawl_lock_waiters pawl_freezes pawl_deferred pawl_lock_log; do
            attempt $who "delete from $table"
            attempt $who "update or ignore $table set $(sqlite3 "$file" "select name from pragma_table_info('$table') where pk = 1") = 'other'"
        done
    done
}

all_attempts() {
    local who verb table
    for who in plain recursive lax; do
        for verb in "insert" "insert or ignore" "insert or replace" "insert or fail" "insert or rollback" replace; do
            attempt $who "$verb into payment_current values ('third', 'paid', 10, 0)"
            attempt $who "$verb into payment_current values ('target', 'paid', 20, 0)"
            attempt $who "$verb into payment_transitions values ('target', 20, 'submit', 'pending_submission', 'submitted', 0, 'me', null, null, null, 'S', null)"
            attempt $who "$verb into payment_transitions values ('target', 10, 'create', '', 'pending_submission', 0, 'me', null, 1, 'EUR', null, null)"
            attempt $who "$verb into payment_moves values ('confirm', 'pending_submission', 'paid')"
            attempt $who "$verb into payment_moves values ('submit', 'pending_submission', 'paid')"
            attempt $who "$verb into pawl_machines values ('payment', 'forged', 1, 1, 1, 0, '{}')"
            attempt $who "$verb into pawl_machines values ('forged', 'forged', 1, 1, 1, 0, '{}')"
            attempt $who "$verb into pawl_past_moves values ('payment', 'confirm', 'pending_submission', 'paid')"
            attempt $who "$verb into pawl_objects select machine, object, 'forged' from pawl_objects"
            attempt $who "$verb into pawl_objects values ('', 'table pawl_forged', 'forged')"
            attempt $who "$verb into pawl_objects select 'other', 'table payments', sql from sqlite_master where name = 'payments'"
            attempt $who "$verb into pawl_repairs values ('payment', 'target', 0, 'me', 'none', null, null, null, 'paid', 10, 0)"
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
            attempt $who "$verb payment_state set state = 'paid'"
            attempt $who "$verb pawl_machines set fingerprint = 'forged'"
            attempt $who "$verb pawl_machines set model = '{}'"
            attempt $who "$verb pawl_machines set is_accepted = 0"
            attempt $who "$verb pawl_past_moves set to_state = 'paid'"
            attempt $who "$verb pawl_objects set definition = 'forged'"
            attempt $who "$verb pawl_objects set machine = 'other'"
            attempt $who "$verb pawl_repairs set reason = 'forged'"
        done
        for table in payment_current payment_transitions payment_moves pawl_machines pawl_objects pawl_past_moves pawl_repairs; do
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
        attempt $who "create temp view door as select * from payment_current; create temp trigger through instead of update on door begin update payment_current set state = new.state; end; update door set state = 'paid'"
        attempt $who "pragma writable_schema = off; pragma trusted_schema = on; update payment_current set state = 'paid'"
    done
    for table in payment_current payment_transitions payment_moves pawl_machines pawl_objects pawl_past_moves pawl_repairs; do
        attempt attached "delete from pawl.$table"
        attempt attached "create table if not exists $table as select * from pawl.$table; insert or replace into pawl.$table select * from main.$table"
    done
    printf 'third|paid|10|0\n' >"$folder/import"
    attempt plain ".import $folder/import payment_current"
}
