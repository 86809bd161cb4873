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
        select is_here, version from pawl_schema; select * from pawl_outbox; select * from pawl_outbox_parked;
        select * from pawl_outbox_slots; select * from pawl_flows; select * from pawl_runs;
        select * from pawl_run_steps; select * from pawl_run_ready; select * from pawl_run_signals;
        select * from pawl_run_waits"
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
insert into pawl_lock_log values (1$1, 0, 'me', 'break', '', 'key', 'somebody', 1, 'to have a row', null);
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

# The same of the outbox and of runs. A flow is entered by its file, which anybody may apply: only a
# version that is there is forged.
outbox_rows() {
    cat <<END
insert into pawl_outbox values ($1, 0, 'payment', 'target', 20, 'confirm', 'submitted', 'paid', null, 'topic', 'planted', '{}', null);
insert into pawl_outbox_parked values ($1, 'payment', 'target', 20, 0, 'confirm', 'submitted', 'paid', null, 'topic', 'planted', '{}', 0, 'to have a row', null);
insert into pawl_outbox_slots values ($1, 'relay', 1, 0);
END
}

flow_row="insert into pawl_flows values ('planted', 'planted', 1, 0, null, null, '{}');"
forged_flow_row="insert into pawl_flows values ('planted', 'planted', 1, 0, 'forged', null, '{}');"

run_rows() {
    cat <<END
insert into pawl_runs values ($1, 'planted', 'planted', 'ready', 'forward', null, '', 0, '{}', '{}', '{}', '[]', 'key$1', 0, 0, 0, 0, null, null, 0, 0, null, null, null, null, null, 0, 'me', 0, 0, null, null, 0);
insert into pawl_run_steps values ($1, 1, 'step', '', 0, 0, 'done', 1, null, null, null, 'me', 0, 0);
insert into pawl_run_ready values ($1, 'planted', 0, 0);
insert into pawl_run_signals values ($1, 'signal', 'me', 0);
insert into pawl_run_waits values ($1, 'key', '', 'planted', 1);
END
}

outbox_and_run_attempts() {
    local who row table verb
    for who in plain recursive lax; do
        while read -r row; do
            for verb in "insert" "insert or ignore" "insert or replace" "insert or fail" "insert or rollback" replace; do
                attempt $who "${row/insert/$verb}"
            done
        done < <(outbox_rows 2 && run_rows 2 && echo "$forged_flow_row")
        while read -r row; do # what REPLACE would change of a row that is there
            attempt $who "${row/insert/replace}"
        done < <(outbox_rows 1 | sed "s/'planted'/'forged'/" && run_rows 1 | sed "s/, 0)/, 7)/; s/, 1)/, 7)/")
        for verb in "update" "update or ignore" "update or replace" "update or fail"; do
            attempt $who "$verb pawl_schema set version = 0"
            attempt $who "$verb pawl_outbox set to_state = 'forged'"
            attempt $who "$verb pawl_outbox set slot = slot + 1"
            attempt $who "$verb pawl_outbox_parked set error = null"
            attempt $who "$verb pawl_outbox_slots set relay = 'me', claim = claim + 1"
            attempt $who "$verb pawl_flows set model = 'forged', topic = 'forged'"
            attempt $who "$verb pawl_flows set fingerprint = 'forged'"
            attempt $who "$verb pawl_runs set status = 'done'"
            attempt $who "$verb pawl_runs set id = id + 1"
            attempt $who "$verb pawl_runs set wish = 'rollback', wish_actor = 'somebody else'"
            attempt $who "$verb pawl_run_steps set outcome = 'undone'"
            attempt $who "$verb pawl_run_ready set due_at = 9, is_leased = 1"
            attempt $who "$verb pawl_run_signals set actor = 'somebody else'"
            attempt $who "$verb pawl_run_waits set number = 9"
        done
        attempt $who "insert into pawl_schema values (1, 9, 0)"
        attempt $who "insert into pawl_schema values (1, 9, 0) on conflict (is_here) do update set version = 9"
        attempt $who "insert or replace into pawl_schema values (1, 9, 0)"
        attempt $who "insert into pawl_runs select id + 10, flow, fingerprint, status, direction, path, iteration, entered, counts, args, data, locks, null, attempt, failures, is_uncertain, was_cut_off, undoing, undo_until, steps, undone, error, waits_for, wish, wish_place, wish_actor, claim, actor, started_at, updated_at, ended_at, topic, events from pawl_runs"
        for table in $outbox_and_run_tables; do
            attempt $who "delete from $table"
            attempt $who "begin; delete from $table; commit"
            attempt $who "delete from $table where rowid >= 0 or true"
            attempt $who "update or ignore $table set $(sqlite3 "$file" "select name from pragma_table_info('$table') where pk = 1") = 7"
            attempt $who "create temp table bait (x); create temp trigger forge after insert on bait begin delete from $table; end; insert into bait values (1)"
        done
    done
    for table in $outbox_and_run_tables; do
        attempt attached "delete from pawl.$table"
    done
}
outbox_and_run_tables="pawl_schema pawl_outbox pawl_outbox_parked pawl_outbox_slots pawl_flows pawl_runs pawl_run_steps pawl_run_ready pawl_run_signals pawl_run_waits"

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
