#!/bin/bash
# lists.sh DATABASE PAWLCTL PAWL KILLER: `ls` lists entities in pages that an index serves, `history` the last transitions, and
# `fire` takes stored texts.
set -u
# shellcheck source=support.sh
. "$(dirname "$0")/support.sh"

answers 1 "no machine is deployed" ls repair
"$pawl" "$here/lists.fsm" -o "$scratch/gen" --emit="$database" || exit 2
answers 0 "repair: created" apply "$scratch/gen/lists.$database.sql"
answers 0 "there is no such repair" ls repair
answers 0 "pawlctl cannot fire notify: the effect ring is in C" ls repair

# ---- ls

# ids: of what was listed last
ids() { json "*[e['id'] for e in d['entities']]"; }
uuid=6BA7B810-9DAD-11D1-80B4-00C04FD430C
for number in 1 2 3 4 5; do
    answers 0 "created in waiting" fire repair "R$number" create account=A$((number % 2)) price=$number.50 \
        is_urgent=true due=2026-01-01 tag=$uuid$number scan=0$number form=[1]
done
strange="R' \"é,<6>; --"
answers 0 "created in waiting" fire repair "$strange" create account="A'3" --actor="o'ps"
answers 0 "waiting -> opened" fire repair R2 "taken up" worker=bob # the stored text of `take`
answers 0 "waiting -> opened" fire repair R3 take
answers 0 "opened -> closed" fire repair R3 finish
answers 1 "repair has no event taken" fire repair R3 taken
answers 2 "which is in C" fire repair R2 notify
answers 0 "needs a program with ring" why repair R2
answers 0 "R1" ls repair
grep -qE "^R1 +waiting +[0-9-]+ [0-9:.]+Z +[0-9].* +create +" "$scratch/out" || fail "ls: $(cat "$scratch/out")"
! grep -q R3 "$scratch/out" || fail "ls lists what is over"
ctl ls repair --json
is "R1 R4 R5 $strange R2" "$(ids)"
is "waiting create o'ps None [('notify', 'effect', 'ring')]" \
    "$(json "*[d['entities'][3][k] for k in ('state', 'event', 'actor')], d['next'], [tuple(e.values()) for e in d['needs_program']]")"
is "True" "$(json "all(e['age_seconds'] >= 0 for e in d['entities'])")"
! grep -E 'age_seconds": [0-9]+\.[0-9]{4}' "$scratch/out" || fail "ages are not in whole milliseconds"

# of a state, by its name, its stored text, or a state around it
for state in opened "it's open" active; do
    ctl ls repair --state="$state" --json
    is "R2" "$(ids)"
done
ctl ls repair --state=closed --json
is "R3" "$(ids)"
answers 1 "repair has no state opend; did you mean \`opened\`?" ls repair --state=opend

# of a parameter
for where in "account=A1|R1 R5" "account=A'3|$strange" "worker=bob|R2" "price=1.50|R1" "price=1.5|" "is_urgent=true|R1 R4 R5 R2" \
    "is_urgent=false|" "due=2026-01-01T01:00+01:00|R1 R4 R5 R2" "tag=${uuid}4|R4" "scan=05|R5" "account=|"; do
    ctl ls repair --where="${where%|*}" --json
    is "0 ${where#*|}" "$status $(ids)"
done
answers 1 "repair has no parameter acount; did you mean \`account\`?" ls repair --where=acount=A1
answers 1 "which is not compared" ls repair --where=form=1
answers 2 "expected PARAMETER=VALUE" ls repair --where=account
answers 2 "is not true or false" ls repair --where=is_urgent=maybe
answers 2 "--where: price is " ls repair --where=price=much
answers 2 "--where: tag is " ls repair --where=tag=x

# page by page
answers 0 "for the next page, add --after='20" ls repair --limit=2
for options in "" "--where=is_urgent=true" "--where=account=A1" "--state=waiting"; do
    # shellcheck disable=SC2086
    ctl ls repair $options --json
    all=$(json "*[e['id'] for e in d['entities']], sep='|'") found="" after=
    while :; do
        # shellcheck disable=SC2086
        ctl ls repair $options --limit=1 --json ${after:+"--after=$after"}
        found+=${found:+|}$(ids)
        after=$(json "d['next'] or ''")
        [ -n "$after" ] || break
    done
    is "$all" "$found"
done
ctl ls repair --after=R5 --json
is "$strange R2" "$(ids)"
ctl ls repair --limit=1 --after="$strange" --json
is "R2 None" "$(ids) $(json "d['next']")"
answers 1 "repair R9: there is no such repair" ls repair --after=R9
answers 0 "there is no further repair" ls repair --state=closed --after=R3
answers 2 "--limit: expected a number from 1 to 10000, got 0" ls repair --limit=0
answers 2 "--older-than: \`90\` is not a duration with its unit" ls repair --older-than=90
answers 0 "there is no such repair" ls repair --older-than=1h
plant "update repair_current set since = $(time_of 1000) where repair_id = 'R4'"
ctl ls repair --older-than=52w --json
is "R4" "$(ids)"
# a machine whose keys are numbers, and one with `storage transitions`
answers 0 "sample: created" apply "$scratch/gen/sample.$database.sql"
sql "insert into samples values (5), (-6)"
for number in 5 -6; do
    answers 0 "created in fresh" fire sample $number create words=x big=1 small=2 yes=true due=2026-01-01
done
ctl ls sample --limit=1 --json
is "5" "$(ids)"
ctl ls sample --after="$(json "d['next']")" --where=big=1 --json
is "-6 None" "$(ids) $(json "d['next']")"
ctl history sample -6 --limit=1 --json
is "10" "$(json "*[m['sort_key'] for m in d['moves']]")"
sql "create table purchases (id text primary key); create table parcels (id text primary key);"
sql "insert into purchases values ('7'), ('8')"
"$pawl" "$here/../conformance/purchase.fsm" -o "$scratch/gen" --emit="$database" || exit 2
answers 0 "purchase: created" apply "$scratch/gen/purchase.$database.sql"
answers 0 "pending -> paid" fire purchase 8 pay amount=3
ctl ls purchase --json
is "7 8" "$(ids)"
is "None pay" "$(json "*[e['event'] for e in d['entities']]")"
ctl ls purchase --where=amount=3 --state=paid --json
is "8" "$(ids)"
answers 0 "pay" history purchase 8 --since=1d --limit=1

# ---- history

for step in wait arrive wait arrive wait; do
    answers 0 "" fire repair R2 $step
done
ctl history repair R2 --limit=2 --json
is "60 70 60 A0" "$(json "*[m['sort_key'] for m in d['moves']], d['before'], d['lock_key']")"
ctl history repair R2 --limit=2 --before=60 --json
is "40 50 40" "$(json "*[m['sort_key'] for m in d['moves']], d['before']")"
ctl history repair R2 --limit=3 --before=40 --json
is "10 20 30 None bob" "$(json "*[m['sort_key'] for m in d['moves']], d['before'], d['moves'][1]['params']['worker']")"
answers 0 "earlier transitions are left out: --before=70" history repair R2 --limit=1
ctl history repair R2 --since=1h --json
is "7 None" "$(json "len(d['moves']), d['before']" | tr -d "(),")"
ctl history repair R2 --since=2099-01-01 --json
is "0 0" "$status $(json "len(d['moves'])")"
ctl history R2 --json
is "7 None" "$(json "len(d['moves']), d['before']" | tr -d "(),")"
answers 1 "there is no such repair" history repair R9 --limit=1
answers 2 "is neither a time" history repair R2 --since=90
answers 2 "--limit: expected a number from 1" history repair R2 --limit=0

# ---- the rights of logins

if [ "$database" != sqlite ]; then
    denied=$([ "$database" = postgres ] && echo 3 || echo 1) # MariaDB shows no table to such a login
    answers "$denied" "grant ${before_role}pawl_operator to" ls repair --db="$plain"
    answers "$denied" "grant ${before_role}pawl_operator to" stuck --db="$plain"
    be_granted pawl_app
    answers 0 "frozen" freeze repair --reason="no tools"
    ctl fire repair R2 arrive --db="$plain"
    grep -qE "^  login [^,]+, since [0-9].*: fire it again" "$scratch/err" || fail "fire: $(cat "$scratch/err")"
    answers 0 "moves again" thaw repair
    be_granted pawl_operator
    answers 0 "R2" ls repair --db="$plain"
fi

# ---- what a page reads, of twenty thousand entities with three transitions each

columns="repair_id, sort_key, event, from_state, to_state, created_at, actor"
plant "
    create temp table number (n integer);
    insert into number with recursive counted (n) as (select 1 union all select n + 1 from counted where n < 20000) select n from counted;
    insert into repair_transitions ($columns, account)
        select 'many' || n, 10, 'create', '', 'w', $(time_of 1), 'x', case when n < 5 then 'few' else 'A' || n end from number;
    insert into repair_transitions ($columns) select 'many' || n, 20, 'taken up', 'w', 'it''s open', $(time_of 1000), 'x' from number;
    insert into repair_transitions ($columns) select 'many' || n, 30, 'wait', 'it''s open', 'ordered', $(time_of "(2000 + n)"), 'x' from number;
    insert into repair_current select 'many' || n, 'ordered', 30, $(time_of "(2000 + n)") from number"
case $database in
postgres)
    sql "analyze repair_current; analyze repair_transitions"
    rows_read() {
        sql "select (select sum(seq_tup_read) from pg_stat_user_tables where relname in ('repair_current', 'repair_transitions', 'repair_pending'))
            + (select sum(idx_tup_read) from pg_stat_user_indexes where relname in ('repair_current', 'repair_transitions', 'repair_pending'))"
    }
    ;;
mariadb)
    mariadb_sql root mysql "set global userstat = on; analyze table ${name}_pawl.repair_current, ${name}_pawl.repair_transitions" >/dev/null
    rows_read() {
        mariadb_sql root mysql "select coalesce(sum(rows_read), 0) from information_schema.table_statistics
            where table_schema = '${name}_pawl' and table_name in ('repair_current', 'repair_transitions', 'repair_pending')"
    }
    ;;
*) sql "analyze" ;;
esac

# reads AT_MOST ARG...: pawlctl reads that many rows of the machine, on SQLite 50 steps for each
reads() {
    local before count
    if [ "$database" = sqlite ]; then
        if [ -n "${PAWL_SANITIZE:-}" ]; then # whose runtime will not be loaded second
            "$pawlctl" "${@:2}" >"$scratch/out" 2>"$scratch/err"
            return
        fi
        COUNT_STEPS=1 LD_PRELOAD=$killer "$pawlctl" "${@:2}" >"$scratch/out" 2>"$scratch/err"
        count=$(awk '/^kill_at:/ { steps += $2 } END { print int(steps / 50) }' "$scratch/err")
    else
        before=$(rows_read)
        "$pawlctl" "${@:2}" >"$scratch/out" 2>"$scratch/err"
        count=0
        for _ in {1..20}; do # the server counts when the connection has ended
            count=$(($(rows_read) - before))
            [ "$count" = 0 ] || break
            sleep 0.2
        done
    fi
    [ "$count" -gt 0 ] && [ "$count" -le "$1" ] || fail "pawlctl ${*:2} has read $count rows: $(head -c 500 "$scratch/out" "$scratch/err")"
}
reads 300 ls repair --limit=50
reads 300 ls repair --state=ordered --limit=50 --after=many10000
grep -q "^many10001 " "$scratch/out" || fail "the page is another: $(head -5 "$scratch/out")"
reads 300 ls repair --state=active --older-than=1d --limit=50
plant "update repair_current set since = $(time_of 5000) where repair_id like 'many%'" # all at once
[ "$database" != postgres ] || sql "vacuum analyze repair_current"
for options in "" "--after=many10000" "--after=many5 --older-than=1d" "--older-than=52w"; do
    # shellcheck disable=SC2086
    reads 300 ls repair --state=ordered --limit=50 $options
    is 50 "$(grep -c "^many" "$scratch/out")"
    [ "${options#--after}" = "$options" ] || expected=$(echo "${options#*=}" | cut -d ' ' -f 1)
    [ "${options#--after}" = "$options" ] || [ "$(sed -n 's/^\(many[0-9]*\) .*/\1/p' "$scratch/out" | head -n 1)" \> "$expected" ] ||
        fail "ls $options begins with: $(head -n 3 "$scratch/out")"
done
plant "update repair_current set since = $(time_of "(2000 + cast(substr(repair_id, 5) as $([ "$database" = mariadb ] && echo signed || echo integer)))") where repair_id like 'many%'"
reads 300 ls repair --where=account=few
is 4 "$(grep -c "^many" "$scratch/out")"
reads 100 history repair many1 --limit=1
reads 3000 stuck
grep -q "more slow\|has more entities" "$scratch/out" && fail "of no stay that has ended, nothing is slow: $(cat "$scratch/out")"
ctl ls repair --where=worker=bob --limit=1 --json # it gives up in time, and goes on
is "0 10000" "$status $(json "d['looked_at']")"
ctl ls repair --where=worker=bob --json --after="$(json "d['next']")"
ctl ls repair --where=worker=bob --json --after="$(json "d['next']")"
is "R2 None" "$(ids) $(json "d['next']")"
answers 0 "10000 entities were compared; to continue, add --after='" ls repair --where=worker=bob

# ---- what a page reads of a queue of a hundred thousand, of which two thousand are parked, and a few have failed

columns="repair_id, declaration, is_work, due_at, fence, claim, attempts, is_asleep, last_error, parked_at"
plant "
    create temp table number (n integer);
    insert into number with recursive counted (n) as (select 1 union all select n + 1 from counted where n < 50000) select n from counted;
    insert into repair_pending ($columns) select 'many' || n, 'work ordered', true, $(time_of "(4000000000 + n)"), 30, 0, 1, false,
        case when n > 49995 then 'no fuel' when n % 25 = 0 then 'no tools' end, case when n % 25 = 0 and n < 49996 then $(time_of n) end from number;
    insert into repair_pending ($columns) select 'many' || n, 'waiting.remind', false, $(time_of "(4000000000 + n)"), 30, 0, 0, false,
        cast(null as $([ "$database" = mariadb ] && echo char || echo text)), $([ "$database" = postgres ] && echo "cast(null as timestamptz)" || echo null) from number"
case $database in
postgres) sql "vacuum analyze repair_pending" ;;
mariadb) mariadb_sql root mysql "analyze table ${name}_pawl.repair_pending" >/dev/null ;;
*) sql "analyze" ;;
esac
reads 30000 queue status repair
is "5 1000" "$(grep -c 'no fuel' "$scratch/out") $(grep -c 'no tools' "$scratch/out")"
reads 9000 stuck
grep -q 'no fuel' "$scratch/out" && grep -q 'no tools' "$scratch/out" || fail "stuck: $(head -c 500 "$scratch/out")"
exit $failed
