# shellcheck shell=bash
# Sourced by mariadb.sh: `all_attempts` calls attempt WHO SQL for all that is tried. It finds target pending, second
# submitted, and a parent without a payment, third. Pawl's tables lie in the database $pawl, and the entities' in $name.
#
#   plain      has the role for applications and may write the entities' table
#   owner      likewise, and has all rights on the database $name, with the right to grant them
#   operator   has the role for operators
#   stranger   may connect
#   granted    with --strict: has the role for applications, DML and EXECUTE on all of $pawl, and all rights on $name
#
# Each line is for itself. Where there is more than one statement in it, // stands between them. What many lines say of
# one table or routine is tried in one session, since a session for each would take minutes: the rows, routines and
# rights are looked at behind the last.

# by_one WHO, and lines on standard input: none of them may change anything.
by_one() {
    attempt "$1" "$(sed 's/$/ \/\/ rollback \/\/ unlock tables \/\/ set autocommit = 1, foreign_key_checks = 1 \/\//')"
}

# With what statements of data definition and DML somebody would write a table: TABLE COLUMN
of_table() {
    cat <<END
insert into $pawl.$1 select * from $pawl.$1
insert ignore into $pawl.$1 select * from $pawl.$1
replace into $pawl.$1 select * from $pawl.$1
update $pawl.$1 set $2 = null
update ignore $pawl.$1 set $2 = concat($2, '1')
update $name.payments p, $pawl.$1 t set t.$2 = concat(t.$2, '1')
delete from $pawl.$1
delete t from $pawl.$1 t join $name.payments p
truncate table $pawl.$1
drop table $pawl.$1
alter table $pawl.$1 add column forged integer
alter table $pawl.$1 engine = MEMORY
rename table $pawl.$1 to $name.stolen
create or replace table $pawl.$1 (id integer)
create temporary table $pawl.$1 (id integer)
create trigger $pawl.forged before insert on $pawl.$1 for each row set new.$2 = null
create trigger $name.forged before insert on $pawl.$1 for each row set new.$2 = null
create index forged on $pawl.$1 ($2)
create or replace view $name.forged as select * from $pawl.$1 // delete from $name.forged // update $name.forged set $2 = null
create or replace definer = ${name}_pawl_owner view $name.forged as select * from $pawl.$1 // delete from $name.forged
create table $name.child (id varchar(500) character set utf8mb4 collate utf8mb4_nopad_bin, foreign key (id) references $pawl.$1 ($2) on delete cascade)
lock tables $pawl.$1 write // delete from $pawl.$1
load data infile '/etc/passwd' into table $pawl.$1
select * from $pawl.$1 into outfile '/tmp/$name.forged'
start transaction // delete from $pawl.$1 // commit
set autocommit = 0 // delete from $pawl.$1 // commit
prepare forged from 'delete from $pawl.$1' // execute forged
begin not atomic declare continue handler for sqlexception begin end; delete from $pawl.$1; end
set foreign_key_checks = 0 // delete from $pawl.$1
create procedure $name.forged() sql security definer delete from $pawl.$1 // call $name.forged()
create definer = ${name}_pawl_owner procedure $name.forged() delete from $pawl.$1 // call $name.forged()
create definer = root@localhost procedure $name.forged() delete from $pawl.$1 // call $name.forged()
END
}

# Of a routine, with as many nulls as it takes: ROUTINE CALL
of_routine() {
    cat <<END
create or replace function $pawl.\`$1\`() returns text return '{"status": "OK"}'
create or replace definer = ${name}_pawl_owner function $pawl.\`$1\`() returns text return '{"status": "OK"}'
alter function $pawl.\`$1\` sql security invoker
drop function $pawl.\`$1\`
grant execute on function $pawl.\`$1\` to ${name}_stranger@localhost
END
    [ -z "$2" ] || echo "select $2"
}

# On the whole
everywhere="grant all on $pawl.* to ${name}_plain@localhost
grant ${name}_pawl_owner to ${name}_plain@localhost
grant ${name}_pawl_owner to current_user
set role ${name}_pawl_owner // delete from $pawl.payment_current
set role ${name}_pawl_operator // delete from $pawl.payment_current
set default role ${name}_pawl_owner
drop role ${name}_pawl_owner
create or replace role ${name}_pawl_owner
drop user ${name}_operator@localhost
rename user ${name}_plain@localhost to ${name}_pawl_owner
set password for root@localhost = password('x')
alter user root@localhost identified by 'x'
update mysql.global_priv set priv = '{}'
insert into mysql.roles_mapping values ('localhost', '${name}_plain', '${name}_pawl_owner', 'Y')
update mysql.proc set security_type = 'INVOKER' where db = '$pawl'
drop database $pawl
alter database $pawl character set latin1
create table $pawl.forged (id integer)
create function $pawl.forged() returns integer return 1
create procedure $pawl.forged() select 1
create event $pawl.forged on schedule every 1 second do delete from $pawl.payment_current
create event $name.forged on schedule at current_timestamp do delete from $pawl.payment_current
create definer = ${name}_pawl_owner event $name.forged on schedule at current_timestamp do delete from $pawl.payment_current
create definer = ${name}_pawl_owner trigger $name.forged before update on $name.payments for each row delete from $pawl.payment_current // update $name.payments set id = id
create trigger $name.forged before update on $name.payments for each row delete from $pawl.payment_current // update $name.payments set id = id
create or replace view $pawl.payment_moves as select 'confirm' as event, 'pending_submission' as from_state, 'paid' as to_state
alter view $pawl.payment_state as select 1
drop view $pawl.payment_moves
update $pawl.payment_state set state = 'paid'
delete from $pawl.payment_state
insert into $pawl.payment_moves values ('confirm', 'pending_submission', 'paid')
set global foreign_key_checks = 0
set global event_scheduler = on
set sql_log_bin = 0 // delete from $pawl.payment_current
install soname 'ha_sphinx'
kill 1
flush tables // reset master
shutdown
delete from $name.payments where id = 'second'
update $name.payments set id = 'moved' where id = 'second'
replace into $name.payments (id) values ('second')
insert into $name.payments (id) values ('second') on duplicate key update id = 'moved'
create or replace function $name.payment_current() returns integer return 1
create or replace function $name.pawl_now() returns bigint return 1 // select $pawl.pawl_now()"

# Settings of a session before an event that is not legal there, and one whose parent is not there
settings="set sql_mode = ''
set sql_mode = 'ORACLE'
set sql_mode = 'ANSI_QUOTES,NO_BACKSLASH_ESCAPES,PAD_CHAR_TO_FULL_LENGTH,HIGH_NOT_PRECEDENCE'
set sql_select_limit = 0
set sql_select_limit = 1
set foreign_key_checks = 0
set unique_checks = 0
set check_constraint_checks = 0
set autocommit = 0
set completion_type = 'CHAIN'
set timestamp = 1
set time_zone = '+13:00'
set sql_safe_updates = 1
set sql_big_selects = 0
set max_join_size = 1
set max_sort_length = 8
set group_concat_max_len = 4
set max_length_for_sort_data = 4
set div_precision_increment = 0
set character_set_client = latin1, collation_connection = latin1_swedish_ci
set character_set_results = null
set names binary
set collation_connection = utf8mb4_general_ci
set transaction isolation level read uncommitted
set session transaction isolation level serializable
set session transaction isolation level repeatable read
set transaction read only
set old_mode = 'NO_DUP_KEY_WARNINGS_WITH_IGNORE'
set optimizer_switch = 'materialization=off,semijoin=off,derived_merge=off'
set join_cache_level = 0
set max_statement_time = 0.000001
set innodb_lock_wait_timeout = 0
set lock_wait_timeout = 0
set max_sp_recursion_depth = 255
set max_recursive_iterations = 0
set sql_auto_is_null = 1
set sql_warnings = 1
set low_priority_updates = 1
set default_storage_engine = MyISAM
set enforce_storage_engine = MEMORY
set insert_id = 1, last_insert_id = 1
set rand_seed1 = 1, rand_seed2 = 1
set tmp_memory_table_size = 1024
set profiling = 1
start transaction read only
start transaction with consistent snapshot
set role none"

all_attempts() {
    local who table column routine call setting lines=$folder/lines
    while read -r table column; do
        for who in plain owner operator stranger; do
            of_table "$table" "$column" | by_one $who
        done
    done < <(ask_super "select own.table_name, own.column_name from information_schema.columns own
        join information_schema.tables kept using (table_schema, table_name)
        where own.table_schema = '$pawl' and kept.table_type = 'BASE TABLE' and own.extra not like '%GENERATED%'
        and own.ordinal_position = 2")
    for who in plain owner operator stranger; do
        while IFS=$'\t' read -r routine call; do of_routine "$routine" "$call"; done < <(closed_routines $who) >"$lines"
        by_one $who <"$lines"
        by_one $who <<<"$everywhere"
    done
    for who in plain owner; do
        while read -r setting; do
            attempt $who "$setting // select $pawl.\`$confirm\`('target', null, null, null) // commit"
            attempt $who "$setting // select $pawl.\`$create\`('orphan', 1, 'EUR', null, null) // commit"
        done <<<"$settings"
        attempt $who "select $pawl.\`$confirm\`('''; update $pawl.payment_current set state = ''paid''; --', null, null, null)"
        attempt $who "explain select * from (select $pawl.\`$confirm\`('target', null, null, null)) x"
        attempt $who "create function $name.sneak() returns text modifies sql data begin
            declare continue handler for sqlexception begin end;
            set @x = $pawl.\`$confirm\`('target', null, null, null), @y = $pawl.\`$create\`('second', 1, 'EUR', null, null);
            return 'done'; end // select $name.sneak()"
        attempt $who "create temporary table $name.payments (id varchar(500) primary key) select 'orphan' as id //
            select $pawl.\`$create\`('orphan', 1, 'EUR', null, null)"
        # a view in the place of the entities' table, whose function would run as who reads it
        attempt $who "create function $name.forged() returns integer modifies sql data sql security invoker begin
            update $pawl.payment_current set state = 'paid' where payment_id = 'target'; return 1; end //
            grant execute on function $name.forged to ${pawl}_owner //
            rename table $name.payments to $name.entities // grant select on $name.entities to ${pawl}_owner //
            create sql security invoker view $name.payments as select id from $name.entities where $name.forged() = 1 //
            select $pawl.\`$create\`('second', 1, 'EUR', null, null) // select $pawl.payment_spelling('second') //
            drop view $name.payments // rename table $name.entities to $name.payments // drop function $name.forged"
        # a lock of another login
        attempt $who "select $pawl.pawl_release('', 'key', 'somebody', $lock_token)"
        attempt $who "select $pawl.pawl_renew('', 'key', 'somebody', $lock_token, 1)"
        attempt $who "select $pawl.pawl_break('payment', 'key', 'mine')"
        attempt $who "select $pawl.pawl_freeze('payment', 'reject', null, 'mine')"
    done
    attempt operator "set check_constraint_checks = 0 // select $pawl.pawl_freeze('payment', 'nonsense', null, 'mine')"
    attempt operator "set sql_mode = '' // select $pawl.pawl_freeze('door', 'reject', null, 'no such machine')"
}

# Of one table that asks who writes: TABLE COLUMN
of_asking_table() {
    cat <<END
insert into $pawl.$1 select * from $pawl.$1
insert ignore into $pawl.$1 select * from $pawl.$1
insert into $pawl.$1 select * from $pawl.$1 on duplicate key update $2 = 'cancelled'
insert into $pawl.$1 set payment_id = 'third', $2 = 'paid', sort_key = 10
set sql_mode = '' // insert ignore into $pawl.$1 set payment_id = 'third', $2 = 'paid', sort_key = 10, pawl_pass = 1, pawl_writer = '${pawl}_owner'
set sql_mode = '' // insert into $pawl.$1 (payment_id, $2, sort_key, pawl_pass) values ('third', 'paid', 10, null), ('third', 'paid', 20, 0), ('third', 'paid', 30, '')
set sql_mode = '' // insert into $pawl.$1 (payment_id, $2, sort_key, pawl_pass) select 'third', 'paid', 10, t.pawl_pass from $pawl.$1 t limit 1
set sql_mode = '' // insert into $pawl.$1 (payment_id, $2, sort_key, pawl_pass) values ('third', 'paid', 10, ${pawl}_strict.pawl_word())
replace into $pawl.$1 select * from $pawl.$1
set sql_mode = '' // replace into $pawl.$1 set payment_id = 'target', $2 = 'paid', sort_key = 10
update $pawl.$1 set $2 = 'paid'
update $pawl.$1 set $2 = 'paid', pawl_pass = 0
update $pawl.$1 set pawl_pass = 0
update ignore $pawl.$1 set payment_id = 'third' order by sort_key limit 1
update $pawl.$1 set sort_key = sort_key + 10 order by sort_key desc
update $pawl.$1 set sort_key = 0 // delete from $pawl.$1 where sort_key = 0
update $name.payments p, $pawl.$1 t set t.$2 = 'paid'
update $name.payments p join $pawl.$1 t on t.payment_id = p.id set p.id = p.id, t.$2 = 'paid'
delete from $pawl.$1
delete from $pawl.$1 where payment_id = 'target' returning *
delete t from $pawl.$1 t join $name.payments p
delete from t using $name.payments p join $pawl.$1 t on t.payment_id = p.id
truncate table $pawl.$1
alter table $pawl.$1 drop column pawl_pass
drop trigger $pawl.payment_head_insert // drop trigger $pawl.payment_history_insert
create trigger $pawl.forged before insert on $pawl.$1 for each row set new.$2 = 'paid'
create or replace view $name.forged as select * from $pawl.$1 // delete from $name.forged // update $name.forged set $2 = 'paid'
create or replace definer = ${pawl}_owner view $name.forged as select * from $pawl.$1 // delete from $name.forged
lock tables $pawl.$1 write // delete from $pawl.$1 // update $pawl.$1 set $2 = 'paid'
set sql_mode = '' // load data infile '$folder/forged' ignore into table $pawl.$1 (payment_id, $2, sort_key)
set sql_mode = '' // load data infile '$folder/forged' replace into table $pawl.$1 (payment_id, $2, sort_key)
start transaction // select $pawl.\`$cancel\`('second', null, null, null, null) // update $pawl.$1 set $2 = 'paid' // delete from $pawl.$1
set autocommit = 0 // delete from $pawl.$1 // commit
prepare forged from 'update $pawl.$1 set $2 = ''paid''' // execute forged // select $pawl.\`$confirm\`('target', null, null, null) // execute forged
begin not atomic declare continue handler for sqlexception begin end; update $pawl.$1 set $2 = 'paid'; delete from $pawl.$1; end
set foreign_key_checks = 0, unique_checks = 0, check_constraint_checks = 0 // update $pawl.$1 set $2 = 'paid' // delete from $pawl.$1
create or replace procedure $name.forged() sql security definer update $pawl.$1 set $2 = 'paid' // call $name.forged()
create or replace function $name.forged() returns integer modifies sql data begin declare continue handler for sqlexception begin end; update $pawl.$1 set $2 = 'paid'; delete from $pawl.$1; return 1; end // select $name.forged()
create or replace trigger $name.forged before update on $name.payments for each row update $pawl.$1 set $2 = 'paid' // update $name.payments set id = id
create temporary table $pawl.$1 (payment_id varchar(500) primary key, state varchar(255), sort_key integer, since bigint)
END
}

# Whoever waits in the middle of a move shows the statement to others of his login, with the values of its variables.
watch_for_word() {
    local word holder mover waiting seen
    word=$(ask_super "set role ${pawl}_owner; select ${pawl}_strict.pawl_word()")
    client granted "set session transaction isolation level repeatable read // start transaction //
        select count(*) from $pawl.payment_transitions where payment_id = 'target' and sort_key > 10 for update //
        select sleep(20)" >"$folder/holder" 2>&1 &
    holder=$!
    for _ in $(seq 200); do
        [ -z "$(client granted "select 1 from information_schema.processlist where info like 'select sleep%'")" ] || break
        sleep 0.05
    done
    client granted "select $pawl.\`$submit\`('target', 'SB1', null, null, null)" >/dev/null 2>&1 &
    mover=$!
    for _ in $(seq 200); do
        waiting=$(client granted "select id, info from information_schema.processlist where info like 'insert into%payment_transitions%'")
        [ -z "$waiting" ] || break
        sleep 0.05
    done
    [ -n "$waiting" ] || fail "nobody was seen to wait in the middle of a move for 10 seconds: $(cat "$folder/holder")"
    seen=$(client granted "show full processlist // select * from information_schema.processlist // select body from mysql.proc //
        select routine_definition from information_schema.routines // show create function ${pawl}_strict.pawl_word //
        show triggers from $pawl // select $pawl.pawl_catalog('payment', '${pawl}_strict') // select definition from $pawl.pawl_objects //
        set session transaction isolation level read uncommitted // select payment_id, pawl_pass from $pawl.payment_current //
        select payment_id, pawl_pass from $pawl.payment_transitions" 2>&1) || true
    case $word:$seen in
    :*) fail "there is no word" ;;
    *:*"$word"*) fail "the word was seen: $waiting" ;;
    esac
    ask_super "kill query ${waiting%%[!0-9]*}" || true
    wait $mover || true
    ask_super "$(ask_super "select concat('kill ', id) from information_schema.processlist where info like 'select sleep%' and user = '${name}_granted'")" || true
    wait $holder || true
    attempt granted "select 1"
}

granted_attempts() {
    local table column line
    printf 'third\tpaid\t10\n' >"$folder/forged"
    chmod 755 "$folder"
    while read -r table column; do
        of_asking_table "$table" "$column" >"$folder/lines"
        while read -r line; do
            attempt granted "$line // rollback // unlock tables // drop trigger if exists $name.forged"
        done <"$folder/lines"
    done <<<"payment_current state
payment_transitions to_state"
    for line in "update $pawl.pawl_machines set is_accepted = false, pawl_pass = 0" "delete from $pawl.pawl_machines" \
        "insert into $pawl.pawl_machines select 'forged', fingerprint, true, true, abi, 0, model from $pawl.pawl_machines" \
        "replace into $pawl.pawl_machines select * from $pawl.pawl_machines" \
        "insert into $pawl.pawl_machines select * from $pawl.pawl_machines on duplicate key update fingerprint = 'forged'" \
        "update $name.payments p, $pawl.pawl_machines t set t.model = null" "truncate table $pawl.pawl_machines"; do
        attempt granted "$line // rollback"
    done
    attempt granted "update $pawl.payment_state set state = 'paid' // delete from $pawl.payment_state"
    attempt granted "insert into $pawl.payment_state values ('third', 'paid', 10, 0)"
    attempt granted "set role ${pawl}_owner // update $pawl.payment_current set state = 'paid'"
    attempt granted "create or replace function $name.sneak() returns text modifies sql data begin
        declare continue handler for sqlexception begin end;
        set @x = $pawl.\`$create\`('orphan', 1, 'EUR', null, null);
        set @y = $pawl.\`$create\`('third', null, 'EUR', null, null);
        insert into $pawl.payment_current (payment_id, state, sort_key, since) values ('third', 'paid', 10, 0);
        return 'done'; end // select $name.sneak()"
    watch_for_word
}
