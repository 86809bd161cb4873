#!/bin/bash
# rolling.sh DATABASE PAWLCTL PAWL OLD NEW MACHINES: three programs make moves all the while. The old version's is migrated to
# a new one that accepts it; the programs are replaced one after the other, forward, back and forward again: each
# move that they ask for is made, none is lost. When the old version is retired, or a migration does not accept
# what runs, a program is told so with its next move, and makes none. MACHINES holds the versions of the ticket.
set -u
# shellcheck source=support.sh
. "$(dirname "$0")/support.sh"
old=$4
new=$5
machines=$6
history=ticket_transitions
generation=0
declare -a pids=(0 0 0) names=()
trap 'kill -KILL ${pids[*]} 2>/dev/null; cleanup' EXIT

if grep -q "storage transitions" "$machines/old/ticket.fsm"; then
    history=ticket_history
    sql "create table tickets (id text primary key);
        insert into tickets
            with recursive slot (s) as (select 0 union all select s + 1 from slot where s < 2),
                generation (g) as (select 1 union all select g + 1 from generation where g < 15),
                thousand (t) as (select 0 union all select t + 1 from thousand where t < 1),
                number (n) as (select 0 union all select n + 1 from number where n < 999)
            select s || '.' || g || '-' || (1000 * t + n) from slot, generation, thousand, number;
        insert into tickets values ('K1'), ('K2'), ('K3'), ('K4'), ('K5'), ('K6'), ('K7')"
fi

start() { # SLOT PROGRAM
    generation=$((generation + 1))
    "$2" "$PAWL_DB" load "$1.$generation" "$scratch/log.$1" >"$scratch/said.$1" 2>&1 &
    pids[$1]=$!
    names[$1]=$1.$generation
}

# hold NAME PROGRAM ID [named | take]: the program has looked at the ticket, and asks for its move when it is told to
declare -A held tells
hold() {
    mkfifo "$scratch/tell.$1"
    "$2" "$PAWL_DB" "${4:-once}" "$3" <"$scratch/tell.$1" >"$scratch/said.$1" 2>"$scratch/why.$1" &
    held[$1]=$!
    exec {tell}>"$scratch/tell.$1"
    tells[$1]=$tell
    until [ -s "$scratch/said.$1" ] || ! kill -0 "${held[$1]}" 2>/dev/null; do sleep 0.05; done
    [ "$(cat "$scratch/said.$1")" = OK ] || fail "program $1 cannot look at $3: $(cat "$scratch/said.$1" "$scratch/why.$1")"
}

tell() { # STATUS NAME...: what they then get
    local status=$1 name
    shift
    for name; do
        echo >&"${tells[$name]}"
        tell=${tells[$name]}
        exec {tell}>&-
    done
    for name; do
        wait "${held[$name]}"
        [ "$(tail -n 1 "$scratch/said.$name")" = "$status" ] ||
            fail "program $name expected $status: $(cat "$scratch/said.$name" "$scratch/why.$name")"
    done
}

stop() { # SLOT: it has moved something, since before it is under way the signal ends it; it must have had nothing but OK
    until grep -q "^${names[$1]}-" "$scratch/log.$1" 2>/dev/null || ! kill -0 "${pids[$1]}" 2>/dev/null; do sleep 0.05; done
    kill -TERM "${pids[$1]}" 2>/dev/null || fail "the program in slot $1 ended by itself: $(cat "$scratch/said.$1")"
    wait "${pids[$1]}" || fail "the program in slot $1 was refused: $(cat "$scratch/said.$1")"
    is OK "$(cat "$scratch/said.$1")"
}

"$pawl" "$machines/old/ticket.fsm" -o "$scratch/gen" --emit="$database" || exit 2
answers 0 created apply "$scratch/gen/ticket.$database.sql"
for slot in 0 1 2; do start $slot "$old"; done
sleep 0.5
migrate "$machines/old/ticket.fsm" "$machines/new/ticket.fsm" || fail "no migration: $(cat "$scratch/err")"
for attempt in 1 2 3 4 5; do
    ctl apply "$migration"
    [ $status -ne 1 ] && break # the tables were busy
done
is 0 $status
grep -q "continue next to" "$scratch/out" || fail "the new version does not accept the old one: $(cat "$scratch/out" "$scratch/err")"
for program in "$new" "$old" "$new"; do
    for slot in 0 1 2; do
        stop $slot
        start $slot "$program"
        sleep 0.2
    done
done
for slot in 0 1 2; do stop $slot; done

# what was acknowledged is there, and nothing else of it
agree() {
    sort "$scratch"/log.* >"$scratch/acknowledged"
    sql "select ticket_id || '|' || sort_key || '|' || event from $history where ticket_id not like 'K%' and event <> '(retired)'" |
        sort >"$scratch/made"
    diff "$scratch/acknowledged" "$scratch/made" >"$scratch/diff" || fail "acknowledged < and made > differ: $(head -5 "$scratch/diff")"
}
agree
[ "$(wc -l <"$scratch/made")" -gt 50 ] || fail "only $(wc -l <"$scratch/made") moves were made"
answers 0 " 0 problems" verify ticket

# a state that the old program does not know, and its moves elsewhere
"$new" "$PAWL_DB" start K1 >/dev/null || fail "the new program cannot begin"
answers 0 parked fire ticket K1 park
is OK "$("$old" "$PAWL_DB" once K1 2>&1 </dev/null | head -1)"

# retired: the program that is connected is told, as is the next one
hold connected "$old" K1
answers 0 ", and programs of $(version "$machines/old/ticket.fsm") are accepted" status ticket
answers 0 "refused from now on" retire ticket "$(version "$machines/old/ticket.fsm")"
answers 1 "is deployed in version" retire ticket "$(version "$machines/new/ticket.fsm")"
tell MISMATCH connected # by its first answer, too, which side is older
# on SQLite within the transaction of the transition, in which libpawl does not ask for versions
case $database in sqlite) side="the program is older|this version was retired" ;; *) side="the program is older" ;; esac
grep -qE "$side" "$scratch/why.connected" || fail "a program that was connected is told: $(cat "$scratch/why.connected")"
answers 0 "deployed is version $(version "$machines/new/ticket.fsm")" status ticket
is MISMATCH "$("$old" "$PAWL_DB" start K2 2>"$scratch/why")"
grep -qF "($(version "$machines/old/ticket.fsm")); accepted: $(version "$machines/new/ticket.fsm") (deployed)" "$scratch/why" &&
    grep -qF "the program is older" "$scratch/why" || fail "a program of an earlier version is told: $(cat "$scratch/why")"
is OK "$("$new" "$PAWL_DB" start K2)"
answers 0 " 0 problems" verify ticket

# one that does not accept what runs: whoever has begun to ask, and waits for the tables, is told as well
"$new" "$PAWL_DB" start K3 >/dev/null
"$new" "$PAWL_DB" start K6 >/dev/null
answers 0 open fire ticket K7 create title=free
hold waiting "$new" K3
hold named "$new" K6 named # by the other way to move, under a lock
hold taking "$new" K7 take # the migration leaves it where the old rules would let it move
waiting() { sql "select count(*) from pg_locks where not granted and locktype = 'relation' and database = (select oid from pg_database where datname = current_database())"; }
# on SQLite nobody writes beside the migration: there they begin when it has
[ "$database" = sqlite ] || { for slot in 0 1 2; do start $slot "$new"; done && sleep 0.3; }
migrate "$machines/new/ticket.fsm" "$machines/last/ticket.fsm" || fail "no migration: $(cat "$scratch/err")"
if [ "$database" = mariadb ]; then # its steps commit: who asks meanwhile hears of it at once
    answers 0 migrated apply "$migration"
    : >"$scratch/ready"
else
    {
        sed '/^commit;$/,$d' "$migration"
        if [ "$database" = sqlite ]; then
            echo "select 'ready';"
            sleep 1
        else
            echo "\\echo ready"
            for _ in {1..400}; do # until each of them is within its move, and those that go on all the while are, too
                [ "$(waiting)" -lt 6 ] || break
                sleep 0.05
            done
            waiting >"$scratch/waited"
        fi
        echo "commit;"
    } | { [ "$database" = sqlite ] && sqlite3 -cmd ".timeout 10000" "$file" || psql -XAtq -d "$PAWL_DB"; } >"$scratch/ready" 2>&1 &
    migration_pid=$!
    until grep -q ready "$scratch/ready" || ! kill -0 $migration_pid 2>/dev/null; do sleep 0.05; done
fi
[ "$database" != sqlite ] || for slot in 0 1 2; do start $slot "$new"; done
tell MISMATCH waiting named taking
[ "$database" = mariadb ] || wait $migration_pid
[ "$database" != postgres ] || is 6 "$(cat "$scratch/waited")"
is "" "$(grep -v ready "$scratch/ready")"
grep -qv ready "$scratch/ready" && kill "${pids[@]}"
for slot in 0 1 2; do
    wait "${pids[$slot]}"
    grep -qx MISMATCH "$scratch/said.$slot" || fail "a program of the ended version says $(cat "$scratch/said.$slot")"
done
agree
is MISMATCH "$("$new" "$PAWL_DB" start K4 2>/dev/null)"
is "2 busy" "$(sql "select count(*) || ' ' || state from ticket_current where ticket_id in ('K3', 'K6') group by state")"
is open "$(sql "select state from ticket_current where ticket_id = 'K7'")"
answers 0 " 0 problems" verify ticket

[ $history = ticket_transitions ] || exit $failed
# one that gives the machine another name
mkdir "$scratch/renamed"
sed 's/machine ticket/machine bill/; s/"Ticket"/"Ticket" renamed from ticket/; s/ renamed from taken//; s/ renamed from why//' "$machines/last/ticket.fsm" >"$scratch/renamed/ticket.fsm"
migrate "$machines/last/ticket.fsm" "$scratch/renamed/ticket.fsm" || fail "no migration: $(cat "$scratch/err")"
answers 0 "is called bill" apply "$migration"
answers 0 " 0 problems" verify
is MISMATCH "$("$new" "$PAWL_DB" start K5 2>/dev/null)"
exit $failed
