# shellcheck shell=bash
# Sourced by queue.sh. The connections are those of sqlite_attempts.sh.
file=$folder/queue.db
rows=$(for table in job_current job_transitions job_pending job_pending_rules alarm_current alarm_transitions alarm_pending \
    alarm_pending_rules; do
    echo "select '$table', * from $table order by 2, 3;"
done)

client() {
    case $1 in
    plain) sqlite3 "$file" "${@:2}" ;;
    recursive) sqlite3 -cmd "pragma recursive_triggers = on" "$file" "${@:2}" ;;
    lax) sqlite3 -cmd "pragma foreign_keys = off" -cmd "pragma ignore_check_constraints = on" "$file" "${@:2}" ;;
    attached) sqlite3 -cmd "attach '$file' as pawl" "$folder/other.db" "${@:2}" ;;
    esac
}
dump() {
    sqlite3 "$file" "$rows"
}
fire() {
    "$pawlctl" fire "$@" --db="sqlite:$file" >/dev/null 2>"$folder/fired" && echo OK || cat "$folder/fired"
}

set_up() {
    for machine in pawl job alarm; do
        sqlite3 -bail "$file" <"$folder/$machine.sqlite.sql"
    done
}

# From behind the triggers.
plant() {
    local triggers
    triggers=$(sqlite3 "$file" "select sql || ';' from sqlite_master where type = 'trigger'")
    sqlite3 "$file" "select 'drop trigger ' || name || ';' from sqlite_master where type = 'trigger'" | sqlite3 -bail "$file"
    sqlite3 -bail "$file" "update job_pending set claim = 1, attempts = 1, due_at = 99e14 where job_id = 'K';
        update job_pending set parked_at = 1, attempts = 3, last_error = 'spent' where job_id = 'Q';
        update alarm_pending set is_asleep = 1 where declaration = 'set.remind'; $triggers"
    cp "$file" "$folder/base.db"
}

all_attempts() {
    local who verb table column
    for who in plain recursive lax; do
        for table in job_pending alarm_pending; do
            for verb in update "update or ignore" "update or replace"; do
                for column in due_at fence claim attempts parked_at last_error; do
                    attempt $who "$verb $table set $column = 7"
                done
                attempt $who "$verb $table set is_work = not is_work"
                attempt $who "$verb $table set is_asleep = not is_asleep"
                attempt $who "$verb $table set declaration = 'forged'"
            done
            attempt $who "delete from $table"
            attempt $who "begin; delete from $table; commit"
            attempt $who "update ${table}_rules set attempts = 1000"
            attempt $who "create temp view mine as select * from $table; create temp trigger through instead of delete on mine begin delete from $table; end; delete from mine"
            attempt $who "create temp table bait (x); create temp trigger forge after insert on bait begin delete from $table; end; insert into bait values (1)"
            attempt $who "create temp trigger skip before update on main.$table begin select raise(ignore); end; update $table set due_at = 0"
            attempt $who "create temp table $table as select * from main.$table; update main.$table set due_at = 0"
            attempt $who "create temp view only_libpawl_may_write as select 1; delete from $table"
        done
        attempt $who "update job_pending set job_id = 'L' where job_id = 'J'"
        for verb in insert "insert or ignore" "insert or replace" replace; do
            attempt $who "$verb into job_pending (job_id, declaration, is_work, due_at, fence, claim, attempts, is_asleep) values ('L', 'work queued', 1, 0, 20, 0, 0, 0)"
            attempt $who "$verb into job_pending select job_id, declaration, is_work, 0, fence, 0, 0, null, null, 0 from job_pending"
            attempt $who "$verb into alarm_pending (alarm_id, declaration, is_work, due_at, fence, claim, attempts, is_asleep) values ('A', 'ringing.give_up', 0, 0, 10, 0, 0, 0)"
        done
        attempt $who "insert into job_pending select * from job_pending where true on conflict do update set due_at = 0"
    done
    for table in job_pending alarm_pending; do
        attempt attached "delete from pawl.$table"
        attempt attached "update pawl.$table set due_at = 0"
        attempt attached "create table if not exists $table as select * from pawl.$table; insert or replace into pawl.$table select * from main.$table"
    done
}

what_is_legal() {
    expect only_libpawl_may_write client plain "update job_pending set due_at = 0"
    expect OK fire job K "done" result=x
    expect "0 of K" sqlite3 "$file" "select count(*) || ' of K' from job_pending where job_id = 'K'"
    expect OK fire alarm A snooze until=2999-01-01
    expect "snoozed.ring" sqlite3 "$file" "select declaration from alarm_pending"
    remember
}

each_piece_is_needed() {
    local trigger who pieces=0
    for trigger in $(sqlite3 "$folder/base.db" "select name from sqlite_master where type = 'trigger' and tbl_name like '%\_pending' escape '\\'"); do
        pieces=$((pieces + 1))
        file=$folder/$trigger.db
        cp "$folder/base.db" "$file"
        rm -f "$folder/other.db"
        sqlite3 "$file" "drop trigger $trigger"
        remember
        for who in plain recursive lax attached; do
            [ "$(dump)" = "$before" ] || break
            client $who <"$folder/$who.sql" >/dev/null 2>&1 || true
        done
        [ "$(dump)" != "$before" ] || fail "nobody notices that the trigger $trigger is missing"
    done
    [ "$pieces" -eq 6 ] || fail "the queues have $pieces triggers, not 6"
}
