#!/bin/bash
# hooks.sh DATABASE PAWLCTL PAWL: of guards and effects, those in SQL are tried when they are deployed and run as
# in a program, an event that needs one in C is left to programs, and all that belongs to them is on record.
set -u
# shellcheck source=support.sh
. "$(dirname "$0")/support.sh"

for machine in voucher voucher_guard; do
    "$pawl" "$here/$machine.fsm" -o "$scratch/gen" --emit="$database" || exit 2
done
voucher=$scratch/gen/voucher.$database.sql
other=$scratch/gen/voucher_guard.$database.sql

# ---- SQL of guards and effects is tried before a move needs it

sql "create table vouchers (id text primary key, state text); insert into vouchers (id) values ('V1'), ('V2'), ('V3')"
if [ "$database" != sqlite ]; then # which keeps them as texts; by others each is named as it is made
    mkdir "$scratch/slip"
    sed 's/ from funds/ frm funds/' "$voucher" >"$scratch/slip/voucher.$database.sql"
    answers 3 "guard covered of machine voucher: " apply "$scratch/slip/voucher.$database.sql"
    grep -qF "correct its SQL in the .fsm file" "$scratch/err" || fail "no help: $(cat "$scratch/err")"
    sed 's/insert into bookings (voucher_id, what) values/insert bookings (voucher_id what) values/' "$voucher" >"$scratch/slip/voucher.$database.sql"
    ctl apply "$scratch/slip/voucher.$database.sql"
    [ "$database" = postgres ] || grep -qF "effect entered of machine voucher: " "$scratch/err" || fail "not named: $(cat "$scratch/err")"
fi
if [ "$database" = postgres ]; then
    answers 3 "guard covered of machine voucher: PostgreSQL 42P01: relation \"funds\" does not exist" apply --dry-run "$voucher"
    answers 3 "guard covered of machine voucher: PostgreSQL 42P01: relation \"funds\" does not exist" apply "$voucher"
    grep -qF "nothing was changed; correct its SQL in the .fsm file, or create the missing object" "$scratch/err" || fail "no help: $(cat "$scratch/err")"
elif [ "$database" = mariadb ]; then # its statements commit one by one
    answers 1 "voucher_guard_covered cannot run: MariaDB 1146" apply --dry-run "$voucher"
    grep -qF "it would be applied, but transitions with these guards or effects fail" "$scratch/err" &&
        grep -qF "voucher: would be created" "$scratch/out" && ! grep -q "voucher_guard_valid\|not checked" "$scratch/err" ||
        fail "a dry run says: $(cat "$scratch/out" "$scratch/err")"
    is "" "$(sql "show tables like 'voucher%_'" | grep -v vouchers)"
    answers 1 "voucher_guard_covered cannot run: MariaDB 1146" apply "$voucher"
    answers 1 "voucher_effect_book cannot run: MariaDB 1146" apply "$voucher"
    ! grep -q "voucher_guard_valid" "$scratch/err" || fail "what can run is found fault with: $(cat "$scratch/err")"
    answers 1 "voucher_effect_write cannot run" verify voucher
    grep -qF "5 problems" "$scratch/out" || fail "verify says: $(cat "$scratch/out")"
else
    answers 1 "voucher guard covered cannot run: SQLite: no such table: funds" apply "$voucher"
    answers 1 "voucher effect book cannot run: SQLite: no such table: bookings" apply "$voucher" --dry-run
    answers 1 "voucher.sqlite.sql: guards or effects cannot run; nothing was changed" apply "$voucher"
    ! grep -q created "$scratch/out" || fail "apply says: $(cat "$scratch/out")"
    is "" "$(sql "select name from sqlite_master where name not like 'sqlite%' and name not in ('payments', 'samples', 'vouchers')")"
fi
sql "create table funds (amount bigint); create table bookings (voucher_id text, what text not null, amount bigint);
    create table watches (since bigint)"
if [ "$database" = postgres ]; then
    answers 1 "voucher: would be created" apply --dry-run "$voucher"
    grep -qF "grant select on funds to pawl_owner;" "$scratch/err" && grep -qF "voucher.postgres.sql: it would be applied, but transitions with these guards or effects fail" "$scratch/err" ||
        fail "a dry run does not name what is to be granted: $(cat "$scratch/err")"
    answers 1 "grant select on funds to pawl_owner;" apply "$voucher"
    answers 1 "nothing was changed" apply --dry-run "$voucher"
    answers 1 "grant insert on bookings to pawl_owner;" apply "$voucher"
    grep -qF "voucher.postgres.sql: it is deployed, but transitions with these guards or effects fail" "$scratch/err" || fail "what is there: $(cat "$scratch/err")"
    ! grep -q "voucher_guard_valid" "$scratch/err" || fail "what can run is found fault with: $(cat "$scratch/err")"
    answers 1 "grant select, update on watches to pawl_owner;" apply "$other" # which locks rows
    sql "grant select on watches to pawl_owner"
    answers 1 "grant select, update on watches to pawl_owner;" apply "$other"
    ctl verify voucher
    grep -qF "grant select on funds to pawl_owner; [hook]" "$scratch/out" && grep -qF "5 problems" "$scratch/out" ||
        fail "verify says: $(cat "$scratch/out")"
    sql "grant select on funds to pawl_owner; grant insert on bookings to pawl_owner"
    answers 0 "nothing new" apply "$voucher" # whatever voucher_guard lacks
    sql "grant select, update on watches to pawl_owner"
elif [ "$database" = mariadb ]; then
    mariadb_sql root mysql "revoke select, insert on $name.* from ${name}_pawl_hooks"
    answers 1 "grant select on \`$name\`.\`funds\` to ${name}_pawl_hooks" apply --dry-run "$voucher"
    answers 1 "grant select on \`$name\`.\`funds\` to ${name}_pawl_hooks" apply "$voucher"
    answers 1 "grant insert on \`$name\`.\`bookings\` to ${name}_pawl_hooks" apply "$voucher"
    ! grep -q "voucher_guard_valid" "$scratch/err" || fail "what can run is found fault with: $(cat "$scratch/err")"
    answers 1 "grant select on \`$name\`.\`funds\` to ${name}_pawl_hooks [hook]" verify voucher
    grep -qF "5 problems" "$scratch/out" || fail "verify says: $(cat "$scratch/out")"
    mariadb_sql root mysql "grant select, insert on $name.* to ${name}_pawl_hooks; grant alter routine on $name.* to ${name}_plain@localhost"
    answers 1 "${name}_plain@localhost has alter routine on $name, and so may put code of his own in the place of guards" verify
    mariadb_sql root mysql "revoke alter routine on $name.* from ${name}_plain@localhost; grant create temporary tables on $name.* to ${name}_plain@localhost"
    answers 1 "${name}_plain@localhost has create temporary tables on $name, and so may put tables of his own in the place of what guards" verify
    mariadb_sql root mysql "revoke create temporary tables on $name.* from ${name}_plain@localhost;
        grant alter routine on function $name.voucher_guard_covered to ${name}_plain@localhost"
    answers 1 "${name}_plain@localhost has alter routine on $name.voucher_guard_covered, and so may put code of his own" verify
    mariadb_sql root mysql "revoke alter routine on function $name.voucher_guard_covered from ${name}_plain@localhost"
    for place in "$name.*" "$name.bookings" "$name.vouchers"; do # of an effect, and of the mirror
        mariadb_sql root mysql "grant trigger on $place to ${name}_plain@localhost"
        answers 1 "${name}_plain@localhost has trigger on ${place%.\*}, and so may hang code of his own on what transitions write" verify
        mariadb_sql root mysql "revoke trigger on $place from ${name}_plain@localhost"
    done
fi
answers 0 "$([ "$database" = sqlite ] && echo "voucher: created" || echo "nothing new")" apply "$voucher"
ctl apply "$other"
is 0 "$status"

# ---- all of it is on record, and each once

is "" "$(sql "select object from pawl_objects group by machine, object having count(*) > 1")"
if [ "$database" = postgres ]; then
    is "" "$(sql "select proname from pg_proc where pg_get_userbyid(proowner) = 'pawl_owner'
        and not exists (select from pawl_objects where object like '% public.' || proname || '(%')")"
    is "voucher_guard: voucher_guard_create voucher_guard_create_many voucher_guard_fire_deferred voucher_guard_guard_awake voucher_guard_is_free voucher_guard_leave_post voucher_guard_leave_post_many voucher_guard_model voucher_guard_why" \
        "voucher_guard: $(sql "select string_agg(substring(object from 'public\.(.*)\('), ' ' order by object collate \"C\") from pawl_objects
            where machine = 'voucher_guard' and object like 'function %'" | sed 's/_model_[0-9a-f_]*/_model/')"
    sql "create or replace function voucher_guard_valid(timestamptz) returns setof boolean language sql as 'select true'"
    answers 1 "voucher: function public.voucher_guard_valid(timestamp with time zone) is not as deployed" verify
    sql "create or replace rule effect as on insert to voucher_effect_left do instead nothing; drop view voucher_effect_entered;
        create rule more as on insert to voucher_effect_book do also delete from bookings"
    ctl verify voucher
    for found in "rule effect on public.voucher_effect_left is not as deployed" "view public.voucher_effect_entered is gone" \
        "rule more on public.voucher_effect_book"; do
        grep -qF "$found" "$scratch/out" || fail "verify does not say: $found, but $(cat "$scratch/out")"
    done
    sql "drop function voucher_guard_guard_awake cascade"
    answers 1 "function public.voucher_guard_guard_awake() is gone [object-missing]" verify voucher_guard
    # code of others on what an effect or the mirror writes
    for table in bookings vouchers; do
        sql "grant trigger on $table to ${name}_plain"
        answers 1 "voucher: code of others: the right to hang triggers on public.$table was not there when" verify
        ctl apply "$voucher"
        grep -q "the right to hang triggers on public.$table belongs to ${name}_plain" "$scratch/err" || fail "apply: $(cat "$scratch/err")"
        sql "revoke trigger on $table from ${name}_plain"
    done
    "$pawlctl" apply "$other" >/dev/null 2>&1
    "$pawlctl" apply "$voucher" >/dev/null 2>&1
    # what somebody has laid beside what an effect names is computed while that is looked at, but never as the login
    sql "create function times(integer, numeric) returns numeric language plpgsql immutable as
            'begin perform set_config(''role'', ''none'', true); raise exception ''computed as %'', current_user; end';
        create operator public.* (function = times, leftarg = integer, rightarg = numeric)"
    answers 1 "cannot set parameter \"role\" within security-definer function [hook]" verify voucher
    sql "drop function times cascade"
fi
answers 0 "0 problems" verify

# ---- fire

bookings() {
    sql "select what || coalesce(' ' || amount, '') from bookings" | LC_ALL=C sort | tr '\n' ','
    sql "delete from bookings"
}
for id in V1 V2 V3; do
    answers 0 "created in issued" fire voucher $id create amount=100
done
answers 0 "issued -> issued (note" fire voucher V1 note "words=it's :id ?1"
is "it's :id ?1," "$(bookings)"
answers 0 "issued -> refused (redeem, sort key 20" fire voucher V3 redeem till=A
is "left," "$(bookings)"
sql "insert into funds values (60), (40)"
answers 1 "lock is refused in issued: yes or null: Is it still valid? (not valid)" fire voucher V1 lock
ctl fire voucher V1 lock --json
is "1 REFUSED issued None" "$status $(json "d['status'], d['from'], d['to']" | tr -d "(),'")"
is "" "$(bookings)"
answers 0 "issued -> spent (redeem, sort key 30" fire voucher V1 redeem till=A tip=5 --request-id=r1
is "book A 105,entered,left," "$(bookings)"
answers 0 "sort key 30" fire voucher V1 redeem till=A tip=5 --request-id=r1
is "" "$(bookings)"
answers 0 "note is ignored in spent" fire voucher V1 note words=x
answers 0 "note would be ignored" fire voucher V1 note words=x --dry-run
answers 1 "redeem is not allowed in spent" fire voucher V1 redeem till=A
answers 0 "issued -> spent (redeem, sort key 20" fire voucher V2 redeem till=B
answers 0 "spent -> issued" fire voucher V2 give_back
answers 0 "spent -> refused" fire voucher V1 close
is "V1 refused V2 issued V3 refused" "$(sql "select id, state from vouchers order by id" | tr '|\n' '  ' | sed 's/ $//')"
is "book B 100,entered,left," "$(bookings)"

ctl why voucher V2 --json
is "0 redeem OK spent [{'name': 'till', 'type': 'text', 'required': True}, {'name': 'tip', 'type': 'int', 'required': False}] None; lock REFUSED None [] yes or null: Is it still valid? (not valid); revoke MISUSE None [] needs a program with agreed; print MISUSE None [] needs a program with announce" "$status $(json "'; '.join(
    ' '.join(map(str, e.values())) for e in d['events'] if e['event'] in ('redeem', 'lock', 'revoke', 'print'))")"
ctl why voucher V1 --json # which is over
is "ILLEGAL None" "$(json "*{f\"{e['status']} {e['why']}\" for e in d['events'] if e['event'] not in ('create', 'note')}")"
answers 1 "print would return ILLEGAL" fire voucher V1 print --dry-run
answers 1 "there is no such voucher" why voucher V9
answers 0 "voucher V2: redeem would lead to spent" fire voucher V2 redeem till=B --dry-run
answers 2 "redeem needs till" fire voucher V2 redeem --dry-run
answers 1 "lock would return REFUSED: yes or null: Is it still valid? (not valid)" fire voucher V2 lock --dry-run
answers 1 "close would return ILLEGAL" fire voucher V2 close --dry-run
answers 2 "print would return MISUSE: needs a program with announce" fire voucher V2 print --dry-run
answers 1 "create would return EXISTS" fire voucher V2 create amount=1 --dry-run
answers 1 "a creation has no dry run" fire voucher V9 create amount=1 --dry-run
answers 2 "takes no --request-id" fire voucher V2 redeem till=B --dry-run --request-id=r9
answers 0 "nothing of it moves" freeze voucher --reason=stock-taking --until=2100-01-01
ctl fire voucher V2 redeem till=B --dry-run --json
is "1 LOCKED frozen until 2100-01-01" "$status $(json "d['status'] + ' ' + d['why'][:23]")"
answers 0 "" thaw voucher
is "" "$(bookings)"

for needed in "revoke needs the guard agreed" "ring needs the effect tell" "print needs the effect announce"; do
    answers 2 "voucher V2: $needed, which is in C" fire voucher V2 "${needed%% *}"
    grep -q "fire it from a program" "$scratch/err" || fail "no help: $(cat "$scratch/err")"
done
ctl fire voucher V2 ring --json
is "2 MISUSE" "$status $(json "d['status']")"
is "" "$(bookings)"
answers 0 "on_duty" fire voucher_guard 1 create
answers 1 "awake" fire voucher_guard 1 leave_post
answers 0 "on_duty" fire voucher_guard -1 create
answers 0 "on_duty" history voucher_guard -1
sql "insert into watches values (1)"
answers 0 "on_duty -> off_duty" fire voucher_guard 1 leave_post
answers 0 "0 problems" verify

# ---- TRIGGER on what an effect writes: an exception to P3 that runtime/SECURITY.md lists. If it holds, take it away there

if [ "$database" = mariadb ]; then
    be_granted pawl_app
    mariadb_sql root mysql "grant trigger on $name.bookings to ${name}_plain@localhost"
    note=$(sql "select routine_name from information_schema.routines where routine_schema = '${name}_pawl' and routine_name like 'voucher\\_note\$%'")
    nulls=$(for ((i = 2; i < ${note#*$}; i++)); do printf ', null'; done)
    mariadb --no-defaults --force -u "${name}_plain" -S "$mariadb_socket" -D "$name" >"$scratch/out" 2>&1 <<END
delimiter //
create trigger cut before insert on bookings for each row begin savepoint own; set @cut = sleep(5); end //
delimiter ;
set max_statement_time = 0.5;
start transaction;
select ${name}_pawl.\`$note\`('V2', 'cut off'$nulls);
set max_statement_time = 0;
commit;
END
    grep -q "max_statement_time exceeded" "$scratch/out" || fail "the attack says: $(cat "$scratch/out")"
    is "1 " "$(sql "select count(*) from voucher_transitions where words = 'cut off'") $(bookings)"
    answers 1 "${name}_plain@localhost has trigger on $name.bookings, and so may hang code of his own on what transitions write" verify voucher
    mariadb_sql root "$name" "drop trigger cut; revoke trigger on $name.bookings from ${name}_plain@localhost"
    answers 0 "0 problems" verify voucher
fi

# ---- what is gone, or may not be read, is named with what to do

if [ "$database" = mariadb ]; then
    mariadb_sql root "$name" "alter table bookings engine = Aria transactional = 0"
    answers 1 "voucher_effect_book may write bookings, whose engine Aria knows no transactions" verify voucher
    grep -qF "alter table bookings engine = InnoDB" "$scratch/out" || fail "no help: $(cat "$scratch/out")"
    mariadb_sql root "$name" "alter table bookings engine = InnoDB"
    mariadb_sql root "$name" "drop function voucher_effect_book"
    answers 3 "or it lacks a part of it: MariaDB 1370" fire voucher V2 redeem till=A
    ! grep -q "spread over nodes" "$scratch/err" || fail "it is taken for a machine on nodes: $(cat "$scratch/err")"
    answers 0 "voucher_effect_book was missing, and is as deployed again" apply "$voucher"
    mariadb_sql root "$name" "create or replace function voucher_effect_book(a text) returns boolean sql security invoker return true"
    answers 1 "function voucher_effect_book is not as deployed" verify
    answers 0 "voucher_effect_book was changed, and is as deployed again" apply "$voucher"
    mariadb_sql root mysql "revoke select on $name.* from ${name}_pawl_hooks"
    answers 3 "grant select on \`$name\`.\`funds\` to ${name}_pawl_hooks" fire voucher V2 redeem till=A
    mariadb_sql root mysql "grant select on $name.* to ${name}_pawl_hooks"
fi

# ---- a guard that fails by itself

cat >"$scratch/watch.fsm" <<'END'
pawl 1;
machine watch {
  event create();
  guard lost sql postgres "select in_use()" sqlite "select json('x') is null" mariadb "select count(*) > 0 from watch_state";
  initial state set { on stop -> stopped when lost; }
  final state stopped;
}
END
"$pawl" "$scratch/watch.fsm" -o "$scratch/gen" --emit="$database" || exit 2
created=0
case $database in
postgres)
    sql "create function in_use() returns boolean language plpgsql as 'begin raise exception using errcode = ''55P03'', message = ''could not obtain lock''; end';
        grant execute on function in_use() to pawl_owner"
    failure="could not obtain lock"
    ;;
mariadb) failure="Table '$name.watch_state' doesn't exist" created=1 ;; # its views are in Pawl's database
*) failure="malformed JSON" ;;
esac
answers "$created" "" apply "$scratch/gen/watch.$database.sql"
answers 0 "created in set" fire watch W create
answers 3 "$failure" fire watch W stop
[ "$database" != mariadb ] || grep -q "guard lost" "$scratch/err" || fail "the guard is not named: $(cat "$scratch/err")"
! grep -q "does not accept" "$scratch/err" || fail "a version is refused: $(cat "$scratch/err")"
answers 0 "$failure" why watch W
grep -q "DB " "$scratch/out" || fail "why says: $(cat "$scratch/out")"
if [ "$database" = mariadb ]; then
    mariadb_sql root mysql "revoke select on $name.* from ${name}_pawl_hooks"
    answers 3 "it happened in guard lost: if a machine's view is meant, write ${name}_pawl.NAME; else grant select on" fire watch W stop
    mariadb_sql root mysql "grant select on $name.* to ${name}_pawl_hooks"
fi

# ---- what an effect cannot do, is not done

if [ "$database" = postgres ]; then
    sql "revoke insert on bookings from pawl_owner"
else
    sql "alter table bookings rename to gone"
fi
answers 3 "book" fire voucher V2 redeem till=A
[ "$database" != postgres ] || grep -qF "which runs as pawl_owner: grant" "$scratch/err" || fail "no help: $(cat "$scratch/err")"
answers 1 "book cannot run" verify voucher
is "issued" "$(sql "select state from voucher_current where voucher_id = 'V2'")"
answers 0 "issued" history V2
# ---- one login deploys, and then another one that may see more

if [ "$database" = mariadb ]; then
    drop_database
    hold_rights # what verify of others would name
    mariadb_sql root mysql "create database $name; grant create user, set user, process on *.* to ${name}_plain@localhost with grant option;
        grant all on ${name}_pawl.* to ${name}_plain@localhost with grant option"
    sql "create table vouchers (id varchar(100) primary key, state text); create table funds (amount bigint);
        create table bookings (voucher_id text, what text not null, amount bigint); create table watches (since bigint)"
    answers 0 "voucher: would be created" apply --dry-run "$voucher"
    grep -qF "voucher: not checked before the first deployment: rights of guards and effects" "$scratch/err" || fail "a dry run says: $(cat "$scratch/err")"
    # it is told all that it lacks for the machine at once
    lacking="grant select, update on \`$name\`.\`vouchers\` to '${name}_plain'@'localhost' with grant option; grant create routine, alter routine on \`$name\`.* to '${name}_plain'@'localhost' with grant option"
    answers 1 "the login may not grant the rights that machine voucher needs: $lacking" apply "$voucher" --db="$plain"
    mariadb_sql root mysql "$lacking"
    "$pawlctl" apply "$voucher" --db="$plain" >"$scratch/out" 2>"$scratch/err" # which names what its hooks lack
    mariadb_sql root mysql "grant select, insert on $name.* to ${name}_pawl_hooks"
    answers 0 "nothing new" apply "$voucher" --db="$plain"
    answers 0 "voucher: 0 entities, 0 transitions, 0 problems" verify voucher --db="$plain"
    answers 0 "voucher_guard: created" apply "$other"
    "$pawlctl" verify voucher >"$scratch/out" 2>&1
    ! grep -q "was not there when the machine was deployed" "$scratch/out" || fail "another deployment makes guards strange: $(cat "$scratch/out")"
    mariadb_sql root mysql "drop user ${name}_plain@localhost"
    release_rights
fi
exit $failed
