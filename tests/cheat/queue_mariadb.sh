# shellcheck shell=bash
# Sourced by queue.sh. plain has the role for applications; granted also has all rights on the application's database, and
# may grant them; stranger may connect. Functions of events say in their names how many arguments they take.
name=pawl_queue_$$
database=${name}_pawl
socket=${PAWL_TEST_MARIADB#*socket=}
tables="job_current job_transitions job_pending alarm_current alarm_transitions alarm_pending"
rows=$(for table in $tables job_pending_rules alarm_pending_rules; do
    echo "select '$table', own.* from $database.$table own order by 2, 3;"
done)

ask_super() {
    mariadb --no-defaults -u root -S "$socket" -N -B -e "$1"
}
cleanup() {
    {
        ask_super "drop database if exists $database; drop database if exists $name"
        for who in plain granted stranger; do ask_super "drop user ${name}_$who@localhost"; done
        for role in app operator hooks owner; do ask_super "drop role ${database}_$role"; done
    } >/dev/null 2>&1 || true
}
client() {
    mariadb --no-defaults -u "${name}_$1" -S "$socket" -D "$name" -N -B --force -e "$2"
}
dump() {
    ask_super "$rows"
}
fire() {
    "$pawlctl" fire "$@" --db="mariadb://root@localhost/$name?socket=$socket" >/dev/null 2>"$folder/fired" && echo OK || cat "$folder/fired"
}
apply() {
    sed "s/pawl_application/$name/g; s/pawl_database/$database/g" "$@" | mariadb --no-defaults -u root -S "$socket" -D "$name"
}

set_up() {
    local who
    ask_super "create database $name character set utf8mb4 collate utf8mb4_nopad_bin"
    for who in plain granted stranger; do
        ask_super "create user ${name}_$who@localhost; grant execute on $name.* to ${name}_$who@localhost"
    done
    apply "$folder/pawl.mariadb.sql" "$folder/job.mariadb.sql" "$folder/alarm.mariadb.sql"
    ask_super "grant all on $name.* to ${name}_granted@localhost with grant option"
    for who in plain granted; do
        ask_super "grant ${database}_app to ${name}_$who@localhost; set default role ${database}_app for ${name}_$who@localhost"
    done
}

plant() {
    ask_super "use $database; update job_pending set claim = 1, attempts = 1, due_at = 99e14 where job_id = 'K';
        update job_pending set parked_at = 1, attempts = 3, last_error = 'spent' where job_id = 'Q';
        update alarm_pending set is_asleep = true where declaration = 'set.remind'"
    # shellcheck disable=SC2086 # a word for each
    mariadb-dump --no-defaults -u root -S "$socket" --compact --no-create-info --complete-insert "$database" $tables >"$folder/planted"
}

at_the_tables() {
    local who=$1 table column
    for table in job_pending alarm_pending; do
        for column in due_at fence claim attempts parked_at is_work is_asleep last_error declaration ready_at; do
            attempt "$who" "update $database.$table set $column = 7"
        done
        attempt "$who" "delete from $database.$table"
        attempt "$who" "truncate $database.$table"
        attempt "$who" "alter table $database.$table drop column ready_at"
        attempt "$who" "replace into $database.$table select * from $database.$table"
        attempt "$who" "insert into $database.$table select * from $database.$table on duplicate key update due_at = 0"
        attempt "$who" "create temporary table $database.$table (x integer)"
        attempt "$who" "create or replace view $name.mine as select * from $database.$table; delete from $name.mine"
        attempt "$who" "lock tables $database.$table write; delete from $database.$table; unlock tables"
        attempt "$who" "create or replace view $database.${table}_rules as select 1"
        attempt "$who" "update $database.${table}_rules set attempts = 1000"
        attempt "$who" "create trigger $database.forged before insert on $database.$table for each row set new.due_at = 0"
    done
    attempt "$who" "update $database.job_pending set job_id = 'L' where job_id = 'J'"
    attempt "$who" "insert into $database.job_pending (job_id, declaration, is_work, due_at, fence) values ('L', 'work queued', true, 0, 20)"
    attempt "$who" "insert into $database.alarm_pending (alarm_id, declaration, is_work, due_at, fence) values ('A', 'ringing.give_up', false, 0, 10)"
}

# What a worker may call, with what he never claimed.
with_forged_claims() {
    local who=$1 item
    for item in "'K', 'work queued', 10, 2" "'K', 'work queued', 20, 1" "'K', 'work chained', 10, 1" \
        "'K', 'work queued', 10, null" "'L', 'work queued', 20, 0" "'Q', 'work queued', 10, 0" \
        "'nobody', 'work queued', 10, 1" "'K', null, null, null"; do
        attempt "$who" "select $database.job_pending_not_yet($item, 31536000000000);
            select $database.job_pending_fail($item, 'forged');
            select $database.job_pending_extend($item, 31536000000000)"
    done
    for item in "'K', 'forged', null, null, null, null, 'work queued', 10, 2" "'Q', 'forged', null, null, null, null, 'work queued', 10, 0" \
        "'K', 'forged', null, null, null, null, 'work queued', 20, 1" "'K', 'forged', null, null, null, null, 'work chained', 10, 1"; do
        attempt "$who" "select $database.job_done\$9($item)"
    done
    attempt "$who" "select $database.job_pending_retry('J', 'work queued')"
    # a timer strikes with its own event, and one that sleeps with none
    attempt "$who" "select $database.alarm_stop\$7('A', null, null, null, 'set.ring', 10, 0)"
    attempt "$who" "select $database.alarm_remind\$7('A', null, null, null, 'set.remind', 10, 0)"
    attempt "$who" "select $database.alarm_pending_claim(100, null, null)"
    for item in 0 -1 null; do
        attempt "$who" "select $database.job_pending_claim($item, null, null)"
    done
    attempt "$who" "select $database.job_pending_claim(1, 'work', -1)"
    attempt "$who" "select $database.job_pending_claim(1, 'anything', null)"
    attempt "$who" "start transaction; select $database.job_pending_claim(10, null, null); rollback"
    attempt "$who" "create temporary table job_pending (job_id text); set sql_mode = ''; select $database.job_pending_fail('K', 'work queued', 10, 2, 'forged')"
    attempt "$who" "drop function $database.job_pending_fail"
}

all_attempts() {
    local who call
    for who in plain granted; do
        at_the_tables $who
        with_forged_claims $who
    done
    for call in "job_pending_claim(1, null, null)" "job_done\$9('K', 'x', null, null, null, null, 'work queued', 10, 1)" \
        "job_pending_not_yet('K', 'work queued', 10, 1, null)" "job_pending_fail('K', 'work queued', 10, 1, 'x')" \
        "job_pending_extend('K', 'work queued', 10, 1, null)" "job_pending_retry('Q', 'work queued')"; do
        attempt stranger "select $database.$call"
    done
}

what_is_legal() {
    local who
    for who in plain granted; do
        expect "command denied" client $who "delete from $database.job_pending"
        expect '"CONFLICT"' client $who "select $database.job_done\$9('K', 'x', null, null, null, null, 'work queued', 10, 2)"
        expect '"CONFLICT"' client $who "select $database.alarm_stop\$7('A', null, null, null, 'set.ring', 10, 0)"
        expect '"id": "J"' client $who "start transaction; select $database.job_pending_claim(10, 'work', null); rollback"
    done
    expect "command denied" client stranger "select * from $database.job_pending"
    expect '"to": "finished"' client plain "select $database.job_done\$9('K', 'x', null, null, null, null, 'work queued', 10, 1)"
    expect 1 client plain "select $database.job_pending_retry('Q', 'work queued')"
    expect '"id": "Q"' client plain "select $database.job_pending_claim(10, 'work', null)"
    remember
}

# function_of FUNCTION: the statement that makes it as it is
function_of() {
    mariadb --no-defaults -u root -S "$socket" -N -B -r -e "select concat('create or replace definer = ', trim(trailing '@' from definer),
        ' function $database.\`', name, '\`(', param_list, ') returns ', returns, ' modifies sql data sql security definer ', body)
        from mysql.proc where db = '$database' and name = '$1'"
}
create() {
    { echo "delimiter //" && echo "$1 //"; } | mariadb --no-defaults -u root -S "$socket" -D "$name"
}

# each_piece_is_needed: without a phrase of a function, or with a right on a table, something comes of it
each_piece_is_needed() {
    local routine phrase table whole
    while read -r routine phrase; do
        whole=$(function_of "$routine")
        notices "$routine without \`$phrase\`" create "$(sed -E "s/$phrase//" <<<"$whole")"
        create "$whole"
    done <<'END'
job_pending_not_yet  and p.claim = \$4
job_pending_not_yet  and p.fence = \$3
job_pending_not_yet p.declaration = \$2 and
job_pending_fail  and p.claim = \$4
job_pending_fail  and p.parked_at is null
job_pending_extend  and p.fence = \$3
job_pending_retry  and p.parked_at is not null
job_done$9  and p.claim = \$9
job_done$9  and p.fence = \$8
job_done$9 p.parked_at is null and
job_done$9 and p.declaration = \$7
alarm_pending_claim and p.ready_at <= moment
alarm_stop$7 and \(p.is_work\)
alarm_remind$7 and p.is_asleep = false
END
    for table in job_pending alarm_pending; do
        notices "the rights on $table" ask_super "grant insert, update, delete on $database.$table to ${name}_plain@localhost"
        ask_super "revoke all on $database.$table from ${name}_plain@localhost"
    done
}

# notices WHAT COMMAND...: after it something must come of the attempts
notices() {
    local what=$1 who
    shift
    as_planted
    remember
    "$@" || fail "$what cannot be taken away"
    for who in plain granted; do
        mariadb --no-defaults -u "${name}_$who" -S "$socket" -D "$name" --force <"$folder/$who.sql" >/dev/null 2>&1 || true
        [ "$(dump)" = "$before" ] || return 0
    done
    fail "nobody notices that this is missing: $what"
}

as_planted() {
    local table
    { echo "set sql_mode = '';" && for table in $tables; do echo "delete from $table;"; done && cat "$folder/planted"; } |
        mariadb --no-defaults -u root -S "$socket" -D "$database"
}
